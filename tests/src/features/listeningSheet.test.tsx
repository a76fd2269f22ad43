// The sheet of the queue and the history: reordered by a dragged handle and by keys, filled from the history.
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ListeningSheet } from '../../../src/features/player/ListeningSheet.tsx';
import { addToQueueAtom, queueAtom } from '../../../src/state/listening/queue.ts';
import { playerStage } from '../../support/browser/playerStage.ts';
import { renderApp } from '../../support/browser/renderApp.tsx';
import { buildTrack } from '../../support/server/tracks.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(queue: readonly string[]) {
  const settings = new Map<string, unknown>([
    ['history', [{ trackId: 'd', title: 'Wind', username: 'mira', at: Date.now() }]],
  ]);
  const tracks = [
    ['a', 'Rain'],
    ['b', 'Snow'],
    ['c', 'Fire'],
    ['d', 'Wind'],
  ].map(([id = '', title = '']) => buildTrack({ id, title }));
  const { store } = await playerStage({ tracks, settings });
  for (const id of queue) await store.set(addToQueueAtom, id);
  await renderApp(<ListeningSheet open onClose={() => {}} />, { store });
  return { order: () => store.get(queueAtom).join('') };
}

it('moves a track with the arrow keys on its handle, which keeps the focus', async () => {
  const { order } = await open(['a', 'b', 'c']);
  button('Move Fire').element().focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(order()).toBe('acb');
  await expect.element(button('Move Fire')).toHaveFocus();
  await expect.element(page.getByText('Fire: 2 of 3')).toBeInTheDocument();
  await userEvent.keyboard('{Home}');
  expect(order()).toBe('cab');
  await userEvent.keyboard('{ArrowUp}');
  expect(order()).toBe('cab');
  await userEvent.keyboard('{End}');
  expect(order()).toBe('abc');
});

it('moves a track to where its handle is dragged, and nowhere when the drag is cancelled', async () => {
  const { order } = await open(['a', 'b', 'c']);
  await expect.element(button('Move Rain')).toBeVisible();
  const handle = button('Move Rain').element();
  const box = handle.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const at = (rows: number) => box.top + box.height / 2 + rows * rowHeight;
  const rowHeight = handle.closest('li')?.getBoundingClientRect().height ?? 0;
  handle.setPointerCapture = () => {};
  const send = (type: string, clientY: number) =>
    handle.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY }),
    );
  send('pointerdown', at(0));
  send('pointermove', at(1.8));
  await expect.poll(() => handle.closest('li')?.style.transform).toMatch(/^translateY/);
  send('pointercancel', at(1.8));
  expect(order()).toBe('abc');
  send('pointerdown', at(0));
  send('pointermove', at(0.4));
  await expect.poll(() => handle.closest('li')?.style.transform).toMatch(/^translateY/);
  send('pointermove', at(1.8));
  await expect
    .poll(() => button('Move Fire').element().closest('li')?.style.transform)
    .toMatch(/^translateY\(-/);
  send('pointerup', at(1.8));
  await expect.poll(order).toBe('bca');
});

it('adds a track of the history as the next or the last one', async () => {
  const { order } = await open(['a', 'b']);
  await button('Add to queue: Wind').click();
  expect(order()).toBe('abd');
  await button('Play next: Wind').click();
  expect(order()).toBe('dab');
  await button('Remove Wind').click();
  expect(order()).toBe('ab');
});
