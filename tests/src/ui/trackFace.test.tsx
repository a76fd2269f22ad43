// Pictures of tracks: each shows its own sound, and a list that scrolls makes no canvas for every card.
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { TrackFace } from '../../../src/ui/TrackFace.tsx';

const SIDE = 120;
/** 64 heights as the server sends them, of one shape for each `seed`. */
const faceOf = (seed: number) =>
  btoa(String.fromCharCode(...Array.from({ length: 64 }, (_, at) => (seed * 37 + at * (seed + 3)) % 256)));

const List = ({ seeds }: { seeds: readonly number[] }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap' }}>
    {seeds.map((seed) => (
      <div key={seed} style={{ width: SIDE }}>
        <TrackFace face={faceOf(seed)} />
      </div>
    ))}
  </div>
);

const canvases = () => [...document.querySelectorAll('canvas')];
const picture = (canvas: HTMLCanvasElement | undefined) => canvas?.toDataURL() ?? '';

test('every face has a picture of its own, and it comes back as it was', async () => {
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

test('one recording in two rows has two pictures', async () => {
  await render(
    <>
      <List seeds={[5]} />
      <List seeds={[5]} />
    </>,
  );
  await expect.poll(() => canvases().map(picture)).toHaveLength(2);
  expect(picture(canvases()[0])).toBe(picture(canvases()[1]));
});

test('a face that gives way to another one shows the other one', async () => {
  const screen = await render(<TrackFace face={faceOf(6)} />);
  await expect.poll(() => canvases().length).toBe(1);
  const before = picture(canvases()[0]);
  await screen.rerender(<TrackFace face={faceOf(7)} />);
  await expect.poll(() => canvases().length).toBe(1);
  expect(picture(canvases()[0])).not.toBe(before);
});

test('scrolling through hundreds makes no new canvas for each', async () => {
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
