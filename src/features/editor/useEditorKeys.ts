// Keyboard shortcuts while the focus is in the editor (WCAG 2.1.4). Fields, buttons and sliders keep their own keys: a
// focused edge moves by the arrow keys.
import { useStore } from 'jotai';
import { type KeyboardEvent, useCallback } from 'react';
import { addAreaAtom, redoAtom, removePartAtom, selectedIdAtom, sourceAtom, undoAtom } from './atoms.ts';
import {
  cutHereAtom,
  listenAtom,
  playAtom,
  readPositionAtom,
  seekEditorAtom,
  setEdgeHereAtom,
  stopListeningAtom,
} from './listen.ts';
import { jumpToMarkAtom } from './marks.ts';
import { keysAtom } from './preferences.ts';
import { keyTarget } from './wave/keySteps.ts';
import { stepZoomAtom } from './zoom.ts';

type Store = ReturnType<typeof useStore>;

/** `onHelp`: "?" was pressed. */
export function useEditorKeys(onHelp: () => void): (event: KeyboardEvent) => void {
  const store = useStore();
  return useCallback(
    (event) => {
      const origin = event.nativeEvent.composedPath()[0];
      if (event.defaultPrevented || isTyping(origin) || event.altKey) return;
      const action =
        event.ctrlKey || event.metaKey
          ? stepAction(store, event)
          : store.get(keysAtom)
            ? keyAction(store, event, origin, onHelp)
            : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    },
    [store, onHelp],
  );
}

const isTyping = (origin: EventTarget | undefined) =>
  (origin instanceof HTMLInputElement && origin.type !== 'range' && origin.type !== 'checkbox') ||
  origin instanceof HTMLTextAreaElement;

function stepAction(store: Store, { key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  if (key.toLowerCase() === 'y') return () => store.set(redoAtom);
  if (key.toLowerCase() === 'z') return () => store.set(shiftKey ? redoAtom : undoAtom);
  return undefined;
}

function keyAction(
  store: Store,
  event: KeyboardEvent,
  origin: EventTarget | undefined,
  onHelp: () => void,
): (() => void) | undefined {
  const selected = store.get(selectedIdAtom);
  const setEdge = (edge: 'start' | 'end') => () => selected && store.set(setEdgeHereAtom, selected, edge);
  const remove = () => store.set(removePartAtom);
  const zoom = (direction: 1 | -1) => () => store.set(stepZoomAtom, direction);
  const play = () => store.set(store.get(listenAtom).phase === 'playing' ? stopListeningAtom : playAtom);
  const onControl = origin instanceof HTMLButtonElement || origin instanceof HTMLInputElement;
  const actions: Record<string, (() => unknown) | undefined> = {
    ' ': onControl ? undefined : play,
    i: setEdge('start'),
    o: setEdge('end'),
    n: () => store.set(addAreaAtom),
    s: () => store.set(cutHereAtom),
    m: () => store.set(jumpToMarkAtom, event.shiftKey ? -1 : 1),
    delete: remove,
    backspace: remove,
    '+': zoom(1),
    '=': zoom(1),
    '-': zoom(-1),
    '−': zoom(-1),
    '?': onHelp,
  };
  const action = actions[event.key.toLowerCase()];
  if (action) return action;
  // The zoom slider handles arrow keys itself.
  if (origin instanceof HTMLInputElement) return undefined;
  const duration = store.get(sourceAtom)?.seconds;
  const to = duration === undefined ? null : keyTarget(event, store.set(readPositionAtom), duration);
  if (to === null || event.key === 'ArrowUp' || event.key === 'ArrowDown') return undefined;
  return () => store.set(seekEditorAtom, to);
}
