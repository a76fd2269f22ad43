// A transaction of many statements keeps the thread that everybody's requests need. Between two statements it gives way
// when its turn has been long enough; readers have connections of their own and see nothing of it.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A request that waits for this long is not noticed. */
const TURN_MS = 8;

export interface Turns {
  /** Runs one statement, after others have had their turn where that is due. */
  run<T>(statement: () => Promise<T>): Promise<T>;
  /** Milliseconds statements have taken so far. */
  readonly spent: number;
}

export function createTurns(turnMs = TURN_MS): Turns {
  let spent = 0;
  /** What `spent` was when this turn of the event loop began; null before the first statement of a turn. */
  let began: number | null = null;
  return {
    run: async (statement) => {
      if (began !== null && spent - began >= turnMs) await nextTurn();
      if (began === null) {
        began = spent;
        setImmediate(() => {
          began = null;
        });
      }
      const started = performance.now();
      try {
        // SQLite has done its work when this returns; only the promise is still open.
        return statement();
      } finally {
        spent += performance.now() - started;
      }
    },
    get spent() {
      return spent;
    },
  };
}
