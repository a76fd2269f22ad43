// Hold-to-keep by thumb, key and taps, in the real editor.
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { canUndoAtom, undoAtom } from '../../../../src/features/editor/atoms.ts';
import { listenAtom } from '../../../../src/features/editor/listen.ts';
import { isWholeInViewAtom, shownZoomAtom, zoomAtom } from '../../../../src/features/editor/zoom.ts';
import { openEditor, settled } from '../../../support/browser/editorStage.tsx';

/** The editor offers the mode from three minutes on. */
const SECONDS = 200;

/** Opens the mode on a take of 200 s; `clock.at` is the playback position. */
async function open() {
  const { store, screen, auditions, remembered, bounds } = await openEditor({ seconds: SECONDS });
  await screen.getByRole('button', { name: 'Hold to keep' }).click();
  const big = screen.getByRole('button', { name: /^(Hold to keep this part|Keeping|Tap to start)/ });
  await expect.element(big).toBeVisible();
  const clock = {
    set at(seconds: number) {
      const audition = auditions.at(-1);
      if (audition) audition.at = seconds;
    },
  };
  const speeds = () => auditions.map(({ options }) => options.speed);
  return { store, screen, big, bounds, clock, speeds, remembered };
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
    const { store, screen, big, bounds, clock } = await open();
    expect(bounds()).toEqual([]);
    await screen.getByRole('button', { name: 'Play' }).click();
    clock.at = 1;
    act(true, big.element());
    clock.at = 2.5;
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
  it('merges overlapping parts as one undo step', async () => {
    const { store, screen, big, bounds, clock, speeds } = await open();
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
    await screen.getByRole('button', { name: 'Undo the last part' }).click();
    expect(bounds()).toHaveLength(2);
    // At double speed the reaction covers twice as much of the take.
    await screen.getByRole('radio', { name: '2×' }).click();
    expect(speeds().at(-1)).toBe(2);
    hold(50, 60);
    near(bounds().slice(2), [[49.5, 60]]);
    expect(store.get(canUndoAtom)).toBe(false);
    await screen.getByRole('button', { name: 'Keep these' }).click();
    expect(bounds()).toHaveLength(3);
    store.set(undoAtom);
    expect(bounds()).toEqual([[0, SECONDS]]);
    expect(store.get(canUndoAtom)).toBe(false);
  });

  it('zooms in until growth is visible, follows playback, and zooms back out', async () => {
    const { store, screen, big, bounds, clock } = await open();
    const seen = () => store.get(shownZoomAtom);
    expect(seen()).toBe(12);
    await screen.getByRole('button', { name: 'Play' }).click();
    clock.at = 100;
    thumb(big.element(), 'pointerdown');
    clock.at = 100.2;
    await expect.poll(bounds).toHaveLength(1);
    await settled();
    expect(seen()).toBe(12);
    thumb(big.element(), 'pointerup');
    await screen.getByRole('button', { name: 'Keep these' }).click();
    await settled();
    expect(store.get(isWholeInViewAtom)).toBe(true);
    expect(bounds()).toHaveLength(1);
  });

  it('keeps a zoom the user chose or had before', async () => {
    const { store, screen } = await open();
    store.set(zoomAtom, 40);
    await screen.getByRole('button', { name: 'Cancel' }).click();
    expect(store.get(zoomAtom)).toBe(40);
    await screen.getByRole('button', { name: 'Hold to keep' }).click();
    expect(store.get(zoomAtom)).toBe(40);
    await screen.getByRole('button', { name: 'Cancel' }).click();
    expect(store.get(zoomAtom)).toBe(40);
  });

  it('changes nothing when cancelled, and releases the key when the window loses focus', async () => {
    const { screen, bounds, clock } = await open();
    await screen.getByRole('button', { name: 'Play' }).click();
    clock.at = 3;
    space('keydown');
    clock.at = 5;
    window.dispatchEvent(new Event('blur'));
    clock.at = 8;
    await new Promise((resolve) => setTimeout(resolve, 150));
    near(bounds(), [[2.75, 5]]);
    await screen.getByRole('button', { name: 'Cancel' }).click();
    expect(bounds()).toEqual([[0, SECONDS]]);
  });

  it('leaves Space to a focused button', async () => {
    const { store, screen, bounds } = await open();
    (screen.getByRole('button', { name: 'Play' }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    expect(store.get(listenAtom).phase).toBe('playing');
    expect(bounds()).toEqual([]);
  });

  it('works by taps instead of holding, and stores that choice', async () => {
    const { screen, big, bounds, clock, remembered } = await open();
    await screen.getByRole('checkbox', { name: 'Tap instead of hold' }).click();
    await screen.getByRole('button', { name: 'Play' }).click();
    clock.at = 2;
    await big.click();
    clock.at = 6;
    await big.click();
    near(bounds(), [[1.75, 6]]);
    expect(remembered.get('holdByPress')).toBe(true);
  });
});
