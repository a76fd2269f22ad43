// An opened file between two calls: pieces of one job come one after another, and a file that is opened anew is
// walked from its start. One at a time; the next job's takes its place.

interface Held {
  key: string;
  session: { free(): void };
}

let held: Held | null = null;

/** The session of this key, or a new one. */
export function sessionOf<T extends { free(): void }>(key: string, open: () => T): T {
  if (held?.key === key) return held.session as T;
  held?.session.free();
  held = null;
  const session = open();
  held = { key, session };
  return session;
}
