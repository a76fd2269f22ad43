// Which takes and files a living tab holds, because it records or has opened them. A lock ends with its tab, however that
// ends: so a killed tab's take is known from one that is at work. Without Web Locks nothing is held, and only one tab can
// be told from none.
import { newId } from '../lib/ids.ts';

const PREFIX = 'aural-take-';

/** Held until the answer is called or the tab is gone; other tabs may hold it as well. */
export function holdTake(takeId: string): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(PREFIX + takeId, { mode: 'shared' }, () => held).catch(() => undefined);
  return () => release();
}

const takesOf = (locks: readonly LockInfo[] = []) =>
  new Set(locks.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));

/** Ids of the takes that some tab holds, this one included. */
export async function heldTakes(): Promise<Set<string>> {
  return takesOf((await navigator.locks?.query())?.held);
}

/** Ids of the takes that other tabs hold. */
export async function takesOfOtherTabs(): Promise<Set<string>> {
  const mine = `aural-tab-${newId()}`;
  // A lock of this tab tells which of them all are its own.
  return (
    (await navigator.locks?.request(mine, async () => {
      const { held = [] } = await navigator.locks.query();
      const here = held.find(({ name }) => name === mine)?.clientId;
      return takesOf(held.filter(({ clientId }) => clientId !== here));
    })) ?? new Set()
  );
}
