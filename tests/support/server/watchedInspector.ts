// The real inspector, counted, with a hook while it inspects a file.
import type { Inspector } from '../../../api/inspect/inspector.ts';
import { createInspector } from '../../../api/inspect/pool.ts';

export interface WatchedInspector extends Inspector {
  /** Inspections begun. */
  begun(): number;
  /** Runs after the engine has finished and before the server is told; for all inspections from now on. */
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
    close: () => real.close(),
  };
}
