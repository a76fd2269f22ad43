import { createStore } from 'jotai/vanilla';
import { expect, it, vi } from 'vitest';
import type { SoundTabs, TabWord } from '../../../src/audio/soundTabs.ts';
import { claimSoundAtom, isRecordingAtom, joinTabsAtom } from '../../../src/state/sound.ts';

type Store = ReturnType<typeof createStore>;

/** A sound in `store`; `stopped` counts how often it was silenced. */
function sound(store: Store) {
  const stopped = vi.fn();
  return { stopped, giveBack: store.set(claimSoundAtom, stopped) };
}

/** Stores that receive each other's messages, like tabs. */
function tabs(count: number): Store[] {
  const listeners = new Map<Store, (word: TabWord) => void>();
  const stores = Array.from({ length: count }, () => createStore());
  for (const store of stores) {
    const own: SoundTabs = {
      send: (word) => {
        for (const [other, hear] of listeners) if (other !== store) hear(word);
      },
      listen: (hear) => {
        listeners.set(store, hear);
        return () => listeners.delete(store);
      },
      close: () => {},
    };
    store.set(joinTabsAtom, own);
  }
  return stores;
}

it('silences the previous sound once', () => {
  const store = createStore();
  const first = sound(store);
  const second = sound(store);
  expect(first.stopped).toHaveBeenCalledTimes(1);
  sound(store);
  expect(first.stopped).toHaveBeenCalledTimes(1);
  expect(second.stopped).toHaveBeenCalledTimes(1);
});

it('ignores a released claim', () => {
  const store = createStore();
  const first = sound(store);
  first.giveBack?.();
  sound(store);
  expect(first.stopped).not.toHaveBeenCalled();
});

it('keeps the claim of a later sound when an earlier one releases', () => {
  const store = createStore();
  const first = sound(store);
  const second = sound(store);
  first.giveBack?.();
  sound(store);
  expect(second.stopped).toHaveBeenCalledTimes(1);
});

it('plays the latest of two tabs and silences the other (row 12)', () => {
  const [one, two] = tabs(2) as [Store, Store];
  const first = sound(one);
  const second = sound(two);
  expect(first.stopped).toHaveBeenCalledTimes(1);
  expect(second.stopped).not.toHaveBeenCalled();
  sound(one);
  expect(second.stopped).toHaveBeenCalledTimes(1);
});

it('blocks every sound while recording, in this and other tabs (row 12)', () => {
  const [one, two] = tabs(2) as [Store, Store];
  const before = sound(two);
  one.set(isRecordingAtom, true);
  expect(before.stopped).toHaveBeenCalledTimes(1);
  expect(sound(one).giveBack).toBeNull();
  expect(sound(two).stopped).toHaveBeenCalledTimes(1);
  one.set(isRecordingAtom, false);
  expect(sound(two).stopped).not.toHaveBeenCalled();
});

it('exchanges no endless messages when two tabs record', () => {
  const [one, two] = tabs(2) as [Store, Store];
  one.set(isRecordingAtom, true);
  two.set(isRecordingAtom, true);
  expect(one.get(isRecordingAtom) && two.get(isRecordingAtom)).toBe(true);
});
