// Tracks pointers on the waveform: rebuilding it waits until none is down.
import type { useStore } from 'jotai';
import { atom } from 'jotai/vanilla';

/** Resolves when no pointer is down on the waveform. */
export const noTouchAtom = atom<Promise<void>>(Promise.resolve());

/** Tracks pointers on `container`; returns the stop. */
export function watchTouch(container: HTMLElement, store: ReturnType<typeof useStore>): () => void {
  const down = new Set<number>();
  let release = () => {};
  const press = ({ pointerId }: PointerEvent) => {
    if (down.size === 0) {
      const off = new Promise<void>((resolve) => {
        release = resolve;
      });
      store.set(noTouchAtom, off);
    }
    down.add(pointerId);
  };
  const lift = ({ pointerId }: PointerEvent) => {
    down.delete(pointerId);
    // After the gesture's own handlers.
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
