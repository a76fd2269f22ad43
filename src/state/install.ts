// Putting the app on the home screen, where this platform has a way: its own question, or a sentence that tells how.
import { atom } from 'jotai/vanilla';

export type InstallWay =
  /** No way, or it is there already. */
  | { kind: 'none' }
  /** `ask` shows the platform's own question, once; true when it was answered with yes. */
  | { kind: 'question'; ask: () => Promise<boolean> }
  /** By hand, from the browser's share menu. */
  | { kind: 'byHand' }
  | { kind: 'done' };

export const installWayAtom = atom<InstallWay>({ kind: 'none' });

export const installAtom = atom(null, async (get, set): Promise<void> => {
  const way = get(installWayAtom);
  if (way.kind !== 'question') return;
  const isDone = await way.ask().catch(() => false);
  // A question can be shown once; the platform brings another when it thinks so.
  set(installWayAtom, isDone ? { kind: 'done' } : { kind: 'none' });
});
