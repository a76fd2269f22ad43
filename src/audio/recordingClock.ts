// Counts recorded time: runs while the recorder does, stands still in a pause.

export interface RecordingClock {
  /** Goes on; a no-op while it runs. */
  run(): void;
  pause(): void;
  seconds(): number;
}

/** `now` answers milliseconds of any origin. */
export function createRecordingClock(now: () => number): RecordingClock {
  let banked = 0;
  let runningSince: number | null = null;
  const running = () => (runningSince === null ? 0 : now() - runningSince);
  return {
    run() {
      runningSince ??= now();
    },
    pause() {
      banked += running();
      runningSince = null;
    },
    seconds: () => (banked + running()) / 1000,
  };
}
