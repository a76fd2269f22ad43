// The scope of a run: `npm test` checks every claim on quick material, `npm run test:full` on everything.
// tests/README.md lists the differences.

/** Whether this is `npm run test:full`. */
export const isFull = process.env.TEST_SCOPE === 'full';

/** Returns `fast` in `npm test`, and `full` in the full run. */
export const inScope = <T>(fast: T, full: T): T => (isFull ? full : fast);
