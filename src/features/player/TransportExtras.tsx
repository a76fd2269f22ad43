// Controls for longer listening: speed, sleep timer, shuffle, queue, shortcuts.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { listeningMessages as words } from '../../lib/messages/listening.ts';
import { fill } from '../../lib/messages.ts';
import { shuffledAtom } from '../../state/listening/order.ts';
import {
  cancelSleepAtom,
  SLEEP_MINUTES,
  sleepAtTrackEndAtom,
  sleepInAtom,
  sleepLeftAtom,
  sleepTimerAtom,
} from '../../state/listening/sleepTimer.ts';
import { speedAtom } from '../../state/player.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ExtraIcon } from './ExtraIcon.tsx';
import { KeysSheet } from './KeysSheet.tsx';
import { ListeningSheet } from './ListeningSheet.tsx';
import styles from './TransportExtras.module.css';
import { usePlayerKeys } from './usePlayerKeys.ts';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];
const TRACK_END = 'end';
const OFF = 'off';

export function TransportExtras() {
  const [shuffled, setShuffled] = useAtom(shuffledAtom);
  const [sheet, setSheet] = useState<'list' | 'keys' | null>(null);
  usePlayerKeys(() => setSheet('keys'));
  const close = () => setSheet(null);
  return (
    <div className={styles.extras}>
      <Speed />
      <Sleep />
      <IconButton label={words.shuffle} active={shuffled} onClick={() => setShuffled(!shuffled)}>
        <ExtraIcon name="shuffle" />
      </IconButton>
      <IconButton label={words.list} onClick={() => setSheet('list')}>
        <ExtraIcon name="list" />
      </IconButton>
      <IconButton label={words.keys.show} className={styles.keys} onClick={() => setSheet('keys')}>
        <ExtraIcon name="keys" />
      </IconButton>
      <ListeningSheet open={sheet === 'list'} onClose={close} />
      <KeysSheet open={sheet === 'keys'} onClose={close} />
    </div>
  );
}

function Speed() {
  const [speed, setSpeed] = useAtom(speedAtom);
  const text = (value: number) => fill(words.speedValue, { speed: value });
  return (
    <label className={`${styles.chip} ${speed === 1 ? '' : styles.on}`}>
      <span aria-hidden="true">{text(speed)}</span>
      <select
        aria-label={words.speed}
        title={words.speed}
        value={String(speed)}
        onChange={(event) => setSpeed(Number(event.currentTarget.value))}
      >
        {SPEEDS.map((value) => (
          <option key={value} value={String(value)}>
            {text(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Sleep() {
  const timer = useAtomValue(sleepTimerAtom);
  const left = useAtomValue(sleepLeftAtom);
  const sleepIn = useSetAtom(sleepInAtom);
  const sleepAtEnd = useSetAtom(sleepAtTrackEndAtom);
  const cancel = useSetAtom(cancelSleepAtom);
  const chosen = timer.kind === 'time' ? String(timer.minutes) : timer.kind === 'trackEnd' ? TRACK_END : OFF;
  const choose = (value: string) => {
    if (value === OFF) cancel();
    else if (value === TRACK_END) sleepAtEnd();
    else sleepIn(Number(value));
  };
  return (
    <label className={`${styles.chip} ${timer.kind === 'off' ? '' : styles.on}`}>
      <ExtraIcon name="moon" />
      {left !== null && (
        <span className={styles.left} data-sleep-left>
          {fill(words.sleepLeft, { time: formatDuration(left) })}
        </span>
      )}
      <select
        aria-label={words.sleep}
        title={words.sleep}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value={OFF}>{timer.kind === 'off' ? words.sleepOff : words.sleepTurnOff}</option>
        {SLEEP_MINUTES.map((minutes) => (
          <option key={minutes} value={String(minutes)}>
            {fill(words.sleepMinutes, { minutes })}
          </option>
        ))}
        <option value={TRACK_END}>{words.sleepTrackEnd}</option>
      </select>
    </label>
  );
}
