// The chip in the frame for pending writes and uploads, including after a reload.
import { createStore } from 'jotai/vanilla';
import { expect, it, vi } from 'vitest';
import { OutboxSlot } from '../../../src/app/OutboxSlot.tsx';
import { sendWriteAtom } from '../../../src/state/outbox.ts';
import { loadSessionAtom } from '../../../src/state/session.ts';
import { renderApp } from '../../support/browser/renderApp.tsx';
import { type Answer, fakeDevice, fakeServer, okReply } from '../../support/server/fakeServer.ts';

const SAVED = 'Saved on this phone, will send when you’re online';

async function visit(device: ReturnType<typeof fakeDevice>, isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const store = createStore();
  const server = { answer: (isOnline ? okReply(null) : 'offline') as Answer };
  const { countOf } = fakeServer(
    store,
    { me: () => (server.answer === 'offline' ? 'offline' : okReply(null)), addLike: () => server.answer },
    device,
  );
  const { screen } = await renderApp(<OutboxSlot shown />, { store });
  return { store, server, screen, countOf };
}

it('shows a chip for an offline like, keeps it after a reload and removes it once sent (row 56)', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const device = fakeDevice();
  const first = await visit(device, false);
  expect(first.screen.getByRole('status').elements()).toEqual([]);
  await first.store.set(sendWriteAtom, 'addLike', { like: { trackId: 'a' } });
  await expect.element(first.screen.getByText(SAVED)).toBeVisible();
  await first.screen.getByText('Show', { exact: true }).click();
  await expect.element(first.screen.getByText(/^1 action is waiting/)).toBeVisible();
  await first.screen.unmount();

  const offlineAgain = await visit(device, false);
  await expect.element(offlineAgain.screen.getByText(SAVED)).toBeVisible();
  await offlineAgain.screen.unmount();

  const online = await visit(device, true);
  await online.store.set(loadSessionAtom);
  await expect.poll(() => online.countOf('addLike')).toBe(1);
  await expect.poll(() => device.outbox.size).toBe(0);
  expect(online.screen.getByText(SAVED).elements()).toEqual([]);
});

it('shows no chip for a like that is sent at once (row 56)', async () => {
  const { store, screen } = await visit(fakeDevice(), true);
  await store.set(loadSessionAtom);
  await store.set(sendWriteAtom, 'addLike', { like: { trackId: 'a' } });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(screen.getByRole('status').elements()).toEqual([]);
});
