// The speed and the sleep timer: a button each, which opens a sheet with the choices.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { listeningMessages as words } from '../../lib/messages/listening.ts';
import { fill } from '../../lib/messages.ts';
import {
  cancelSleepAtom,
  SLEEP_MINUTES,
  type SleepTimer,
  sleepAtTrackEndAtom,
  sleepInAtom,
  sleepLeftAtom,
  sleepTimerAtom,
} from '../../state/listening/sleepTimer.ts';
import { speedAtom } from '../../state/player.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceTiles } from '../../ui/ChoiceTiles.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { ExtraIcon } from './ExtraIcon.tsx';
import styles from './TransportExtras.module.css';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];
const TRACK_END = 'end';
const OFF = 'off';

const speedText = (speed: number) => fill(words.speedValue, { speed });
const SPEED_CHOICES = SPEEDS.map((speed) => ({ value: String(speed), label: speedText(speed) }));

export function Speed() {
  const [speed, setSpeed] = useAtom(speedAtom);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={`${styles.chip} ${speed === 1 ? '' : styles.on}`}
        aria-haspopup="dialog"
        aria-label={`${words.speed} ${speedText(speed)}`}
        title={words.speed}
        onClick={() => setOpen(true)}
      >
        {speedText(speed)}
      </button>
      <Sheet
        open={open}
        onClose={close}
        title={words.speed}
        actions={<Button onClick={close}>{words.close}</Button>}
      >
        <ChoiceTiles
          name="speed"
          choices={SPEED_CHOICES}
          value={String(speed)}
          onChange={(value) => setSpeed(Number(value))}
        />
      </Sheet>
    </>
  );
}

function chosenOf(timer: SleepTimer): string {
  if (timer.kind === 'time') return String(timer.minutes);
  return timer.kind === 'trackEnd' ? TRACK_END : OFF;
}

export function Sleep() {
  const timer = useAtomValue(sleepTimerAtom);
  const [open, setOpen] = useState(false);
  const sleepIn = useSetAtom(sleepInAtom);
  const sleepAtEnd = useSetAtom(sleepAtTrackEndAtom);
  const cancel = useSetAtom(cancelSleepAtom);
  const close = () => setOpen(false);
  const choose = (value: string) => {
    if (value === OFF) cancel();
    else if (value === TRACK_END) sleepAtEnd();
    else sleepIn(Number(value));
  };
  const choices = [
    { value: OFF, label: timer.kind === 'off' ? words.sleepOff : words.sleepTurnOff },
    ...SLEEP_MINUTES.map((minutes) => ({
      value: String(minutes),
      label: fill(words.sleepMinutes, { minutes }),
    })),
    { value: TRACK_END, label: words.sleepTrackEnd },
  ];
  return (
    <>
      <button
        type="button"
        className={`${styles.chip} ${timer.kind === 'off' ? '' : styles.on}`}
        aria-haspopup="dialog"
        title={words.sleep}
        onClick={() => setOpen(true)}
      >
        <span className="spoken">{words.sleep}</span>
        <Moon timer={timer} />
      </button>
      <Sheet
        open={open}
        onClose={close}
        title={
          <span className={styles.heading}>
            <ExtraIcon name="moon" size={22} />
            {words.sleep}
          </span>
        }
        actions={<Button onClick={close}>{words.close}</Button>}
      >
        <ChoiceTiles name="sleep" choices={choices} value={chosenOf(timer)} onChange={choose} />
      </Sheet>
    </>
  );
}

/** The moon wanes in its ring until silence. */
function Moon({ timer }: { timer: SleepTimer }) {
  const left = useAtomValue(sleepLeftAtom);
  if (left === null) return <ExtraIcon name="moon" />;
  const share = timer.kind === 'time' ? left / (timer.minutes * 60) : 1;
  return (
    <>
      <ProgressRing share={share} size={32}>
        <ExtraIcon name="moon" size={18} />
      </ProgressRing>
      <span className={styles.left} data-sleep-left>
        {fill(words.sleepLeft, { time: formatDuration(left) })}
      </span>
    </>
  );
}
