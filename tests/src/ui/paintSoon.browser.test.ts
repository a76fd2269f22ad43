// Pictures come after a frame, never within one, and not all at once.
import { expect, it } from 'vitest';
import { paintSoon } from '../../../src/ui/faceCanvases.ts';

/** Longer than what all pictures after one frame may take. */
const LONG_MS = 12;
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function keepBusy(): void {
  const until = performance.now() + LONG_MS;
  while (performance.now() < until);
}

it('no frame waits for a picture', async () => {
  const order: string[] = [];
  const painted = new Promise<void>((resolve) => {
    paintSoon(() => {
      order.push('picture');
      resolve();
    });
  });
  // Asked for later, and still before the picture: it belongs to the same frame.
  requestAnimationFrame(() => order.push('frame'));
  await painted;
  expect(order).toEqual(['frame', 'picture']);
});

it('of many that take long one comes after each frame, in their order', async () => {
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

it('what was taken back is not drawn, and what waits behind it is', async () => {
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
