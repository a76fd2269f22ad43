// Takes and files that the tabs of this browser have open. A tab holds a lock on each that it records or has open;
// the lock ends with the tab, so a crashed tab's take differs from one in use. Without Web Locks nothing is held.
import { newId } from '../lib/ids.ts';

const PREFIX = 'aural-take-';

/** Held until the returned function is called or the tab closes; other tabs may hold it as well. */
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
  // A lock of this tab identifies its own.
  return (
    (await navigator.locks?.request(mine, async () => {
      const { held = [] } = await navigator.locks.query();
      const here = held.find(({ name }) => name === mine)?.clientId;
      return takesOf(held.filter(({ clientId }) => clientId !== here));
    })) ?? new Set()
  );
}

const CHANNEL = 'aural-takes';

/** Old browsers have no channel between tabs. */
export function tellTabs(): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Answers the stop. */
export function watchTabs(listener: () => void): () => void {
  if (typeof BroadcastChannel !== 'function') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
