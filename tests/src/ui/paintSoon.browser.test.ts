// Covers are painted after a frame, one at a time, never during a frame.
import { expect, it } from 'vitest';
import { paintSoon } from '../../../src/ui/coverCanvases.ts';

/** Longer than the time budget for all covers after one frame. */
const LONG_MS = 12;
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function keepBusy(): void {
  const until = performance.now() + LONG_MS;
  while (performance.now() < until);
}

it('paints after the frame', async () => {
  const order: string[] = [];
  const painted = new Promise<void>((resolve) => {
    paintSoon(() => {
      order.push('picture');
      resolve();
    });
  });
  // Requested later but still in the same frame, so it runs first.
  requestAnimationFrame(() => order.push('frame'));
  await painted;
  expect(order).toEqual(['frame', 'picture']);
});

it('paints one slow cover after each frame, in order', async () => {
  let frames = 0;
  let isOver = false;
  const count = () => {
    frames++;
    if (!isOver) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const at: [name: string, frame: number][] = [];
  await new Promise<void>((resolve) => {
    for (const name of ['one', 'two', 'three'])
      paintSoon(() => {
        keepBusy();
        at.push([name, frames]);
        if (name === 'three') resolve();
      });
  });
  isOver = true;
  expect(at.map(([name]) => name)).toEqual(['one', 'two', 'three']);
  expect(new Set(at.map(([, frame]) => frame)).size).toBe(3);
});

it('skips a cancelled cover and paints those behind it', async () => {
  const drawn: string[] = [];
  const takeBack = paintSoon(() => drawn.push('gone'));
  const last = new Promise<void>((resolve) => {
    paintSoon(() => {
      drawn.push('there');
      resolve();
    });
  });
  takeBack();
  await last;
  await frame();
  expect(drawn).toEqual(['there']);
});
