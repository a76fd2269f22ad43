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
import { KeysSheet } from './KeysSheet.tsx';
import { usePlayerKeys } from './keys.ts';
import { ListeningSheet } from './ListeningSheet.tsx';
import styles from './TransportExtras.module.css';

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

/** Icons that only the full player needs, drawn like those of `ui/Icon.tsx`. */
const PATHS = {
  shuffle:
    'M4 7h3c4 0 6 10 10 10h3M4 17h3c1.6 0 2.9-1.6 4-3.6M13 10c1.1-1.8 2.4-3 4-3h3M17.5 4.5 20 7l-2.5 2.5M17.5 14.5 20 17l-2.5 2.5',
  list: 'M4 7h10M4 12h10M4 17h6M17 10v8M17 10l3.5-1.5V12M17 18a1.8 1.8 0 1 1-1.8-1.8',
  moon: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5Z',
  keys: 'M4 7h16a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM7 10.5h.01M10.3 10.5h.01M13.7 10.5h.01M17 10.5h.01M8 14h8',
} as const;

function ExtraIcon({ name, size = 22 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
