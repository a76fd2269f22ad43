// A transaction of many statements keeps the thread that everybody's requests need. Between two statements it gives way
// when its turn has been long enough; readers have connections of their own and see nothing of it.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A request that waits for this long is not noticed. */
const TURN_MS = 8;

export interface Turns {
  /** Runs one statement, after others have had their turn where that is due. */
  run<T>(statement: () => Promise<T>): Promise<T>;
  /** Milliseconds statements, and what was done between two of one turn, have taken so far. */
  readonly spent: number;
}

export function createTurns(turnMs = TURN_MS): Turns {
  let spent = 0;
  /** When this turn of the event loop began; null before its first statement. */
  let began: number | null = null;
  /** What of this turn is in `spent` already. */
  let counted = 0;
  return {
    run: async (statement) => {
      if (began !== null && performance.now() - began >= turnMs) await nextTurn();
      if (began === null) {
        began = performance.now();
        counted = began;
        setImmediate(() => {
          began = null;
        });
      }
      try {
        // SQLite has done its work when this returns; only the promise is still open.
        return statement();
      } finally {
        const now = performance.now();
        spent += now - counted;
        counted = now;
      }
    },
    get spent() {
      return spent;
    },
  };
}
