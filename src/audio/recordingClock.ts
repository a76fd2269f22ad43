// Counts recorded time: runs while the recorder does, stands still in a pause.

export interface RecordingClock {
  /** Goes on; a no-op while it runs. */
  run(): void;
  /** Stands still from `at` on, which is not before it last began to run; from now without. */
  pause(at?: number): void;
  seconds(): number;
}

/** `now` answers milliseconds of any origin. */
export function createRecordingClock(now: () => number): RecordingClock {
  let banked = 0;
  let runningSince: number | null = null;
  const running = (until = now()) => (runningSince === null ? 0 : Math.max(0, until - runningSince));
  return {
    run() {
      runningSince ??= now();
    },
    pause(at) {
      banked += running(at);
      runningSince = null;
    },
    seconds: () => (banked + running()) / 1000,
  };
}
