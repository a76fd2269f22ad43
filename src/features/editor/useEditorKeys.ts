// Shortcuts while the focus is in the editor (WCAG 2.1.4): Space play, I/O set in and out, N new area, Del remove,
// + and − zoom, Ctrl+Z and Ctrl+Shift+Z. Fields and buttons keep their own keys.
import { useStore } from 'jotai';
import { type KeyboardEvent, useCallback } from 'react';
import {
  addAreaAtom,
  playheadAtom,
  redoAtom,
  removeAreaAtom,
  selectedIdAtom,
  setEdgeAtom,
  undoAtom,
} from './atoms.ts';
import { listenAtom, playAtom, stopListeningAtom } from './listen.ts';
import { stepZoom, zoomAtom } from './zoom.ts';

export function useEditorKeys(): (event: KeyboardEvent) => void {
  const store = useStore();
  return useCallback(
    (event) => {
      const origin = event.nativeEvent.composedPath()[0];
      if (origin instanceof HTMLInputElement && origin.type !== 'range') return;
      const onButton = origin instanceof HTMLButtonElement;
      const selected = store.get(selectedIdAtom);
      const setEdge = (edge: 'start' | 'end') => {
        if (selected) store.set(setEdgeAtom, selected, edge, store.get(playheadAtom));
      };
      const undoing = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      const actions: Record<string, (() => void) | undefined> = undoing
        ? {
            z: () => store.set(event.shiftKey ? redoAtom : undoAtom),
            y: () => store.set(redoAtom),
          }
        : {
            ' ': onButton
              ? undefined
              : () => store.set(store.get(listenAtom).phase === 'playing' ? stopListeningAtom : playAtom),
            i: () => setEdge('start'),
            o: () => setEdge('end'),
            n: () => void store.set(addAreaAtom),
            delete: () => selected && store.set(removeAreaAtom, selected),
            '+': () => store.set(zoomAtom, stepZoom(store.get(zoomAtom), 1)),
            '-': () => store.set(zoomAtom, stepZoom(store.get(zoomAtom), -1)),
          };
      const action = event.altKey ? undefined : actions[key];
      if (!action) return;
      event.preventDefault();
      action();
    },
    [store],
  );
}
