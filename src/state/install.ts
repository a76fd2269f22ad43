// Installing the app on the home screen: by the platform's own prompt, or by hand.
import { atom } from 'jotai/vanilla';

export type InstallWay =
  /** Not possible here, or installed already. */
  | { kind: 'none' }
  /** `ask` shows the platform's prompt, once; true when the user accepted. */
  | { kind: 'question'; ask: () => Promise<boolean> }
  /** By hand, from the browser's share menu. */
  | { kind: 'byHand' }
  | { kind: 'done' };

export const installWayAtom = atom<InstallWay>({ kind: 'none' });

export const installAtom = atom(null, async (get, set): Promise<void> => {
  const way = get(installWayAtom);
  if (way.kind !== 'question') return;
  const isDone = await way.ask().catch(() => false);
  // A prompt can be shown once; the platform offers another when it decides to.
  set(installWayAtom, isDone ? { kind: 'done' } : { kind: 'none' });
});
