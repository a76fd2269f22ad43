// Whether somebody has the waveform under a finger: what would make it anew waits until then.
import type { useStore } from 'jotai';
import { atom } from 'jotai/vanilla';

/** Resolves when nothing presses on the waveform. */
export const fingersOffAtom = atom<Promise<void>>(Promise.resolve());

/** Follows what presses on `container`, until the answer is called. */
export function watchFingers(container: HTMLElement, store: ReturnType<typeof useStore>): () => void {
  const down = new Set<number>();
  let release = () => {};
  const press = ({ pointerId }: PointerEvent) => {
    if (down.size === 0) {
      const off = new Promise<void>((resolve) => {
        release = resolve;
      });
      store.set(fingersOffAtom, off);
    }
    down.add(pointerId);
  };
  const lift = ({ pointerId }: PointerEvent) => {
    down.delete(pointerId);
    // Not before the gesture itself has heard of its end.
    if (down.size === 0) setTimeout(release);
  };
  const ends = ['pointerup', 'pointercancel'] as const;
  container.addEventListener('pointerdown', press, true);
  for (const end of ends) window.addEventListener(end, lift);
  return () => {
    container.removeEventListener('pointerdown', press, true);
    for (const end of ends) window.removeEventListener(end, lift);
    release();
  };
}
