// Hold-to-keep, by thumb, by key and by presses alone, on the real editor.
import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { areasAtom, canUndoAtom, undoAtom } from '../../../../src/features/editor/atoms.ts';
import { EditorPanel } from '../../../../src/features/editor/EditorPanel.tsx';
import { listenAtom } from '../../../../src/features/editor/listen.ts';
import { editorPortsAtom } from '../../../../src/features/editor/ports.ts';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { putFile } from '../../../../src/storage/files.ts';
import { fileReference, writeRecordingData } from '../../../../src/storage/handoff.ts';
import { renderApp } from '../../../support/renderApp.tsx';
import { sine } from '../../../support/signals.ts';
import { wavBlob } from '../../../support/wavBlob.ts';

const RATE = 8000;
/** From three minutes on the mode is offered by itself. */
const SECONDS = 200;
const stores: ReturnType<typeof createStore>[] = [];
let take: Blob;

beforeEach(async () => {
  take ??= wavBlob(sine(200, RATE * SECONDS, RATE), RATE);
  const data = fileReference((await putFile(take, 'take.wav')).id);
  writeRecordingData({
    file: { name: 'take.wav', size: take.size, type: take.type, data, tempTrackId: 't' },
    duration: SECONDS,
    recordedAt: '2026-11-21T00:00:00Z',
    edited: false,
    title: 'Moments',
  });
  localStorage.clear();
});
afterEach(() => {
  for (const store of stores.splice(0)) store.get(dspAtom).dispose();
});

/** The editor on a take of 200 s; without `clock` the sound is real. */
async function open(clock?: { at: number }) {
  const store = createStore();
  stores.push(store);
  const speeds: (number | undefined)[] = [];
  if (clock) {
    const ports = store.get(editorPortsAtom);
    store.set(editorPortsAtom, {
      ...ports,
      startAudition: (options) => {
        clock.at = options.regions[0]?.start ?? 0;
        speeds.push(options.speed);
        return { position: () => clock.at, regionIndex: () => 0, stop: () => {} };
      },
    });
  }
  const { screen } = await renderApp(<EditorPanel again={() => null} onExported={() => {}} />, { store });
  await screen.getByRole('button', { name: 'Hold to keep' }).click();
  const big = screen.getByRole('button', { name: /^(Hold while|Keeping|Press when)/ });
  await expect.element(big).toBeVisible();
  const bounds = () => store.get(areasAtom).map(({ start, end }) => [start, end]);
  return { store, screen, big, bounds, speeds };
}
const thumb = (element: Element, type: string) =>
  element.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, button: 0 }));
const space = (type: 'keydown' | 'keyup', from: Element = document.activeElement ?? document.body) =>
  from.dispatchEvent(new KeyboardEvent(type, { key: ' ', bubbles: true, cancelable: true, composed: true }));
const near = (pairs: number[][], wanted: number[][]) => {
  expect(pairs).toHaveLength(wanted.length);
  for (const [index, value] of pairs.flat().entries()) {
    expect(Math.abs(value - (wanted.flat()[index] ?? 0))).toBeLessThan(0.1);
  }
};

describe('holding from 1.0 to 4.0 s', () => {
  it.each([
    ['with the thumb', (down: boolean, big: Element) => thumb(big, down ? 'pointerdown' : 'pointerup')],
    ['with Space', (down: boolean) => space(down ? 'keydown' : 'keyup')],
    [
      'with Space while nothing has the focus',
      (down: boolean) => {
        (document.activeElement as HTMLElement | null)?.blur();
        space(down ? 'keydown' : 'keyup', document.body);
      },
    ],
    ['with a switch that only clicks', (_down: boolean, big: Element) => (big as HTMLElement).click()],
  ])('keeps 0.75 to 4.0 s %s', async (_how, act) => {
    const clock = { at: 0 };
    const { store, screen, big, bounds } = await open(clock);
    expect(bounds()).toEqual([]);
    await screen.getByRole('button', { name: 'Play' }).click();
    clock.at = 1;
    act(true, big.element());
    clock.at = 2.5;
    // A person sees it grow.
    await expect.poll(bounds).toEqual([[0.75, 2.5]]);
    clock.at = 4;
    act(false, big.element());
    near(bounds(), [[0.75, 4]]);
    expect(store.get(listenAtom).phase).toBe('playing');
    clock.at = 9;
    await new Promise((resolve) => setTimeout(resolve, 150));
    near(bounds(), [[0.75, 4]]);
    await screen.getByRole('button', { name: 'Keep these' }).click();
    near(bounds(), [[0.75, 4]]);
    expect(store.get(listenAtom).phase).toBe('stopped');
  });
});

describe('a session of holding', () => {
  it('merges what overlaps, and is one step of undo', async () => {
    const clock = { at: 0 };
    const { store, screen, big, bounds, speeds } = await open(clock);
    const hold = (from: number, to: number) => {
      clock.at = from;
      thumb(big.element(), 'pointerdown');
      clock.at = to;
      thumb(big.element(), 'pointerup');
    };
    await screen.getByRole('button', { name: 'Play' }).click();
    hold(1, 4);
    hold(4.1, 6);
    hold(20, 30);
    near(bounds(), [
      [0.75, 6],
      [19.75, 30],
    ]);
    hold(40, 41);
    await screen.getByRole('button', { name: 'Take the last one back' }).click();
    expect(bounds()).toHaveLength(2);
    // At twice the speed a reaction takes twice as much of the take.
    await screen.getByRole('radio', { name: '2×' }).click();
    expect(speeds.at(-1)).toBe(2);
    hold(50, 60);
    near(bounds().slice(2), [[49.5, 60]]);
    expect(store.get(canUndoAtom)).toBe(false);
    await screen.getByRole('button', { name: 'Keep these' }).click();
    expect(bounds()).toHaveLength(3);
    store.set(undoAtom);
    expect(bounds()).toEqual([[0, SECONDS]]);
    expect(store.get(canUndoAtom)).toBe(false);
  });

  it('changes nothing when it is left, and lets go of a key that another window takes', async () => {
    const clock = { at: 0 };
    const { screen, bounds } = await open(clock);
    await screen.getByRole('button', { name: 'Play' }).click();
    clock.at = 3;
    space('keydown');
    clock.at = 5;
    window.dispatchEvent(new Event('blur'));
    clock.at = 8;
    await new Promise((resolve) => setTimeout(resolve, 150));
    near(bounds(), [[2.75, 5]]);
    await screen.getByRole('button', { name: 'Leave' }).click();
    expect(bounds()).toEqual([[0, SECONDS]]);
  });

  it('leaves Space to the button that has the focus', async () => {
    const clock = { at: 0 };
    const { store, screen, bounds } = await open(clock);
    (screen.getByRole('button', { name: 'Play' }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    expect(store.get(listenAtom).phase).toBe('playing');
    expect(bounds()).toEqual([]);
  });

  it('is worked by presses alone where holding is hard, and remembers it', async () => {
    const clock = { at: 0 };
    const { screen, big, bounds } = await open(clock);
    await screen.getByRole('checkbox', { name: 'Press instead of hold' }).click();
    await screen.getByRole('button', { name: 'Play' }).click();
    clock.at = 2;
    await big.click();
    clock.at = 6;
    await big.click();
    near(bounds(), [[1.75, 6]]);
    expect(localStorage.getItem('aural.holdByPress')).toBe('true');
  });

  it('keeps what is really heard, at twice the speed', async () => {
    const { store, screen, bounds } = await open();
    await screen.getByRole('radio', { name: '2×' }).click();
    await screen.getByRole('button', { name: 'Play' }).click();
    const heard = () => {
      const listen = store.get(listenAtom);
      return listen.phase === 'playing' ? listen.audition.position() : 0;
    };
    const at: number[] = [];
    for (const [place, type] of [
      [1, 'keydown'],
      [4, 'keyup'],
    ] as const) {
      await expect.poll(heard, { interval: 10, timeout: 10_000 }).toBeGreaterThan(place);
      at.push(heard());
      space(type);
    }
    near(bounds(), [[(at[0] ?? 0) - 0.5, at[1] ?? 0]]);
  });
});
