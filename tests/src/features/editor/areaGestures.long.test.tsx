// Handles and areas by touch.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  commitAreasAtom,
  playheadAtom,
  selectAreaAtom,
  undoAtom,
} from '../../../../src/features/editor/atoms.ts';
import { zoomAtom } from '../../../../src/features/editor/zoom.ts';
import {
  fingers,
  lineOf,
  middleOf,
  openEditor,
  pause,
  settled,
  waveBox,
} from '../../../support/browser/editorStage.tsx';

const QUIET = { settings: { editorDemoSeen: true, editorSnap: false } };

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(360, 640);
});

type Stage = Awaited<ReturnType<typeof openEditor>>;
const handle = ({ screen }: Stage, name: string) => screen.getByRole('slider', { name }).element();
const area = (n: number, start: number, end: number) => ({ id: `area-${n}`, start, end });

/** Ten minutes at 100 pixels a second; the end of the only area, at 100 s, is in the middle of the view. */
async function endInTheMiddle() {
  const stage = await openEditor({ seconds: 600, ...QUIET });
  stage.store.set(commitAreasAtom, [area(1, 0, 100)]);
  stage.store.set(zoomAtom, 100);
  await settled();
  const { box, left } = waveBox();
  box.scrollLeft = 100 * 100 + 28 - box.clientWidth / 2;
  await settled();
  return { stage, box, left };
}

describe('the cut', () => {
  it('is exactly at its line at both ends, in narrow areas and at every zoom (row 31)', async () => {
    const stage = await openEditor({ seconds: 60 });
    const { box, x } = waveBox();
    const lists = [
      [area(1, 0, 60)],
      [area(1, 0, 0.4), area(2, 59.6, 60)],
      [area(1, 10, 12), area(2, 12, 14), area(3, 30, 50)],
    ];
    for (const zoom of [0, 20, 100]) {
      for (const list of lists) {
        stage.store.set(commitAreasAtom, list);
        stage.store.set(zoomAtom, zoom);
        await settled();
        for (const [index, { id, start, end }] of list.entries()) {
          // A narrow area only has handles while selected.
          stage.store.set(selectAreaAtom, id);
          await settled();
          const from = handle(stage, `Area ${index + 1}, start`);
          const to = handle(stage, `Area ${index + 1}, end`);
          expect(lineOf(from), `start ${start} at ${zoom}`).toBeCloseTo(x(start, 60), 1);
          expect(lineOf(to), `end ${end} at ${zoom}`).toBeCloseTo(x(end, 60), 1);
          for (const each of [from, to]) {
            const { left, right, width, height } = each.getBoundingClientRect();
            expect(width).toBeCloseTo(44, 3);
            expect(height).toBe(120);
            const content = box.firstElementChild?.getBoundingClientRect();
            expect(left).toBeGreaterThanOrEqual((content?.left ?? 0) - 0.5);
            expect(right).toBeLessThanOrEqual((content?.right ?? 0) + 0.5);
          }
        }
      }
    }
  });

  it('has its grips outside, clear of a playhead on the line (row 31)', async () => {
    const stage = await openEditor({ seconds: 60 });
    for (const [name, side] of [
      ['Area 1, start', -1],
      ['Area 1, end', 1],
    ] as const) {
      const edge = handle(stage, name);
      const grip = Number.parseFloat(getComputedStyle(edge).getPropertyValue('--grip'));
      const outward = edge.getBoundingClientRect().left + grip - lineOf(edge);
      expect(outward * side, name).toBeGreaterThanOrEqual(8);
    }
  });

  it('follows the finger pixel by pixel as one undo step (row 31)', async () => {
    const stage = await openEditor({ seconds: 60, ...QUIET });
    const at = middleOf(handle(stage, 'Area 1, end'));
    const perSecond = waveBox().x(1, 60) - waveBox().x(0, 60);
    await fingers.drag(at, { x: at.x - 100, y: at.y });
    await expect.poll(() => stage.bounds()[0]?.[1]).toBeCloseTo(60 - 100 / perSecond, 1);
    stage.store.set(undoAtom);
    expect(stage.bounds()).toEqual([[0, 60]]);
  });

  it('does not scroll when a handle near the side is dragged inwards (row 31)', async () => {
    const stage = await openEditor({ seconds: 600, ...QUIET });
    stage.store.set(zoomAtom, 100);
    stage.store.set(commitAreasAtom, [area(1, 0, 100), area(2, 200, 300)]);
    await settled();
    const { box, left } = waveBox();
    // The first area ends 20 px before the right side.
    box.scrollLeft = 100 * 100 + 28 - box.clientWidth + 20;
    await settled();
    const before = left();
    const at = middleOf(handle(stage, 'Area 1, end'));
    await fingers.down(at);
    await fingers.glide(at, { x: at.x - 26, y: at.y }, 12);
    await pause(300);
    expect(left()).toBe(before);
    expect(stage.bounds()[0]?.[1]).toBeCloseTo(99.74, 1);
    await fingers.up();
    expect(left()).toBe(before);
  });

  it('scrolls while a finger is held at the side (row 31)', async () => {
    const { stage, box, left } = await endInTheMiddle();
    const before = left();
    const at = middleOf(handle(stage, 'Area 1, end'));
    const side = box.getBoundingClientRect().right;
    await fingers.down(at);
    await fingers.glide(at, { x: side - 6, y: at.y });
    await expect.poll(() => left() - before).toBeGreaterThan(60);
    // Moving back a little stops scrolling.
    await fingers.glide({ x: side - 6, y: at.y }, { x: side - 20, y: at.y }, 4);
    const turned = left();
    await pause(200);
    expect(left() - turned).toBeLessThan(30);
    const stopped = left();
    await pause(200);
    expect(left()).toBe(stopped);
    await fingers.up();
    expect(stage.bounds()[0]?.[1]).toBeGreaterThan(101);
  });

  it('scrolls at the side no faster than a thumb can stop: 60 pixels in a quarter of a second', async () => {
    const { stage, box, left } = await endInTheMiddle();
    const at = middleOf(handle(stage, 'Area 1, end'));
    await fingers.down(at);
    await fingers.glide(at, { x: box.getBoundingClientRect().right - 1, y: at.y });
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const [began, from] = [await frame(), left()];
    let now = began;
    for (let frames = 0; frames < 20; frames++) now = await frame();
    const perSecond = ((left() - from) * 1000) / (now - began);
    await fingers.up();
    expect(perSecond).toBeGreaterThan(0);
    expect(perSecond).toBeLessThan(260);
  });

  it('stops at its neighbour and 0.3 s before its own other edge (row 31)', async () => {
    const stage = await openEditor({ seconds: 60, ...QUIET });
    stage.store.set(commitAreasAtom, [area(1, 0, 20), area(2, 30, 40)]);
    await settled();
    const at = middleOf(handle(stage, 'Area 1, end'));
    await fingers.drag(at, { x: at.x + 150, y: at.y });
    expect(stage.bounds()).toEqual([
      [0, 30],
      [30, 40],
    ]);
    stage.store.set(undoAtom);
    await settled();
    await fingers.drag(at, { x: at.x - 150, y: at.y });
    expect(stage.bounds()[0]).toEqual([0, 0.3]);
  });

  it('stays unchanged after a second finger or Esc (row 31)', async () => {
    const stage = await openEditor({ seconds: 60, ...QUIET });
    const at = middleOf(handle(stage, 'Area 1, end'));
    const away = { x: at.x - 60, y: at.y };
    await fingers.down(at);
    await fingers.glide(at, away);
    expect(stage.bounds()[0]?.[1]).toBeLessThan(55);
    await fingers.down(away, { x: away.x - 80, y: away.y });
    await expect.poll(stage.bounds).toEqual([[0, 60]]);
    await fingers.up();
    await fingers.down(at);
    await fingers.glide(at, away);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await expect.poll(stage.bounds).toEqual([[0, 60]]);
    await fingers.up();
    expect(stage.bounds()).toEqual([[0, 60]]);
  });

  it('shows the hidden part above the finger, to 1/100 s (row 31)', async () => {
    const stage = await openEditor({ seconds: 60, ...QUIET });
    const at = middleOf(handle(stage, 'Area 1, end'));
    await fingers.down(at);
    await fingers.glide(at, { x: at.x - 60, y: at.y });
    const loupe = document.querySelector('[data-testid="waveform"] > [aria-hidden="true"]');
    expect(loupe?.textContent).toMatch(/^0:4\d\.\d\d$/);
    expect(loupe?.getBoundingClientRect().bottom).toBeLessThan(at.y - 40);
    await fingers.up();
    await expect.poll(() => loupe?.checkVisibility()).toBe(false);
  });

  it('snaps to a pause within 150 ms unless snapping is off, and vibrates once each (row 31)', async () => {
    const felt = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
    // Speech until 29 s, a pause until 30 s, then speech.
    const stage = await openEditor({ seconds: 60 });
    stage.store.set(commitAreasAtom, [area(1, 0, 29.6)]);
    stage.store.set(zoomAtom, 100);
    stage.store.set(playheadAtom, 29.6);
    await settled();
    stage.store.set(playheadAtom, 28.5);
    await settled();
    const at = middleOf(handle(stage, 'Area 1, end'));
    await fingers.drag(at, { x: at.x - 50, y: at.y });
    expect(stage.bounds()[0]?.[1]).toBeCloseTo(29, 1);
    expect(felt.mock.calls).toEqual([[15]]);
    stage.store.set(undoAtom);
    await stage.screen.getByRole('button', { name: 'Snap' }).click();
    await settled();
    await fingers.drag(middleOf(handle(stage, 'Area 1, end')), { x: at.x - 50, y: at.y });
    expect(stage.bounds()[0]?.[1]).toBeCloseTo(29.1, 2);
  });
});

describe('an area', () => {
  it('moves only after a tap selected it (row 31)', async () => {
    const stage = await openEditor({ seconds: 60, ...QUIET });
    // Selected by default, but not tapped.
    stage.store.set(commitAreasAtom, [area(1, 20, 50)]);
    await settled();
    const { x } = waveBox();
    const inside = { x: x(35, 60), y: middleOf(waveBox().box).y };
    await fingers.drag(inside, { x: inside.x + 40, y: inside.y });
    expect(stage.bounds()[0]).toEqual([20, 50]);
    await pause(400);
    await fingers.tap(inside);
    await pause(400);
    await fingers.drag(inside, { x: inside.x + 30, y: inside.y });
    await expect.poll(() => stage.bounds()[0]?.[0]).toBeGreaterThan(24);
    const [start = 0, end = 0] = stage.bounds()[0] ?? [];
    expect(end - start).toBeCloseTo(30, 2);
  });

  it('scrolls instead of moving when it fills the box (row 31)', async () => {
    const stage = await openEditor({ seconds: 600, ...QUIET });
    stage.store.set(commitAreasAtom, [area(1, 100, 500)]);
    stage.store.set(zoomAtom, 100);
    await settled();
    const { box, left } = waveBox();
    box.scrollLeft = 20_000;
    await settled();
    const middle = middleOf(box);
    await pause(100);
    await fingers.tap(middle);
    await pause(400);
    await fingers.drag(middle, { x: middle.x - 100, y: middle.y });
    await expect.poll(left).toBeGreaterThan(20_050);
    expect(stage.bounds()).toEqual([[100, 500]]);
  });

  it('is selected by a long press and a drag without scrolling (row 31)', async () => {
    const stage = await openEditor({ seconds: 60, ...QUIET });
    stage.store.set(commitAreasAtom, [area(1, 0, 10)]);
    stage.store.set(zoomAtom, 8);
    await settled();
    const { x, left, box } = waveBox();
    const before = left();
    const from = { x: x(20, 60), y: middleOf(box).y };
    await fingers.down(from);
    await pause(450);
    await fingers.glide(from, { x: x(26, 60), y: from.y });
    await fingers.up();
    await expect.poll(stage.bounds).toHaveLength(2);
    const [start = 0, end = 0] = stage.bounds()[1] ?? [];
    expect(start).toBeCloseTo(20, 1);
    expect(end).toBeCloseTo(26, 1);
    expect(left()).toBe(before);
    stage.store.set(undoAtom);
    expect(stage.bounds()).toEqual([[0, 10]]);
  });

  it('replaces the whole recording when a long press and a drag select it (row 31)', async () => {
    const stage = await openEditor({ seconds: 60, ...QUIET });
    const { x, box } = waveBox();
    const from = { x: x(40, 60), y: middleOf(box).y };
    await fingers.down(from);
    await pause(450);
    await fingers.glide(from, { x: x(30, 60), y: from.y });
    await fingers.up();
    await expect.poll(() => stage.bounds()[0]?.[0]).toBeCloseTo(30, 1);
    expect(stage.bounds()[0]?.[1]).toBeCloseTo(40, 1);
  });
});
