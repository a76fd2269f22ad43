// How much one run tries: `npm test` checks every claim on quick material, `npm run test:full` on everything.
// tests/README.md lists what differs.

/** Whether this is `npm run test:full`. */
export const isFull = process.env.TEST_SCOPE === 'full';

/** The one for `npm test`, or the one for the full run. */
export const inScope = <T>(fast: T, full: T): T => (isFull ? full : fast);
