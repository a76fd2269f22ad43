// The real inspector with a counter and a hook during each inspection.
import type { Inspector } from '../../../api/inspect/inspector.ts';
import { createInspector } from '../../../api/inspect/pool.ts';

export interface WatchedInspector extends Inspector {
  /** Number of begun inspections. */
  begun(): number;
  /** Runs after the engine has finished and before the server gets the result, for all inspections from now on. */
  meanwhile(work: (() => Promise<void>) | null): void;
}

export function watchedInspector(): WatchedInspector {
  const real = createInspector();
  let begun = 0;
  let work: (() => Promise<void>) | null = null;
  return {
    begun: () => begun,
    meanwhile: (next) => {
      work = next;
    },
    inspect: async (...call) => {
      begun++;
      try {
        return await real.inspect(...call);
      } finally {
        await work?.();
      }
    },
    shrink: (...call) => real.shrink(...call),
    close: () => real.close(),
  };
}
