// Counts recorded time: runs while the recorder runs, stops in a pause.

export interface RecordingClock {
  /** Starts or resumes; a no-op while it runs. */
  run(): void;
  /** Stops at `at`, at the earliest when it last started; without `at`, now. */
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
