// Which takes a living tab holds. A lock ends with its tab, however that ends: so a killed tab's take is known from one
// that is being recorded. Without Web Locks nothing is held, and only one tab can be told from none.

const PREFIX = 'aural-take-';

/** Held until the answer is called or the tab is gone. */
export function holdTake(takeId: string): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(PREFIX + takeId, () => held).catch(() => undefined);
  return () => release();
}

/** Ids of the takes that some tab holds, this one included. */
export async function heldTakes(): Promise<Set<string>> {
  const names = (await navigator.locks?.query())?.held?.map((lock) => lock.name ?? '') ?? [];
  return new Set(names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
}
