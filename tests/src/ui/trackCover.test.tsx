// Track covers: each shows its own recording, and a scrolling list reuses canvases.
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { TrackCover } from '../../../src/ui/TrackCover.tsx';

const SIDE = 120;
/** 64 heights in the server's format, different for each `seed`. */
const coverOf = (seed: number) =>
  btoa(String.fromCharCode(...Array.from({ length: 64 }, (_, at) => (seed * 37 + at * (seed + 3)) % 256)));

const List = ({ seeds }: { seeds: readonly number[] }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap' }}>
    {seeds.map((seed) => (
      <div key={seed} style={{ width: SIDE }}>
        <TrackCover cover={coverOf(seed)} />
      </div>
    ))}
  </div>
);

const canvases = () => [...document.querySelectorAll('canvas')];
const picture = (canvas: HTMLCanvasElement | undefined) => canvas?.toDataURL() ?? '';

test('draws a different cover for each track, and the same one again', async () => {
  const screen = await render(<List seeds={[1, 2, 3]} />);
  await expect.poll(() => canvases().length).toBe(3);
  const first = canvases().map(picture);
  expect(new Set(first).size).toBe(3);
  await screen.rerender(<List seeds={[4]} />);
  await expect.poll(() => canvases().length).toBe(1);
  expect(first).not.toContain(picture(canvases()[0]));
  await screen.rerender(<List seeds={[1, 2, 3]} />);
  await expect.poll(() => canvases().map(picture)).toEqual(first);
});

test('draws the same cover twice for one recording in two rows', async () => {
  await render(
    <>
      <List seeds={[5]} />
      <List seeds={[5]} />
    </>,
  );
  await expect.poll(() => canvases().map(picture)).toHaveLength(2);
  expect(picture(canvases()[0])).toBe(picture(canvases()[1]));
});

test('redraws when the cover changes', async () => {
  const screen = await render(<TrackCover cover={coverOf(6)} />);
  await expect.poll(() => canvases().length).toBe(1);
  const before = picture(canvases()[0]);
  await screen.rerender(<TrackCover cover={coverOf(7)} />);
  await expect.poll(() => canvases().length).toBe(1);
  expect(picture(canvases()[0])).not.toBe(before);
});

test('reuses canvases while scrolling through hundreds of covers', async () => {
  const screen = await render(<List seeds={[]} />);
  const create = vi.spyOn(document, 'createElement');
  for (let at = 0; at < 400; at += 8) {
    await screen.rerender(<List seeds={Array.from({ length: 8 }, (_, index) => 100 + at + index)} />);
    await expect.poll(() => canvases().length).toBe(8);
  }
  const made = create.mock.calls.filter(([name]) => name === 'canvas').length;
  create.mockRestore();
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThanOrEqual(96);
});
