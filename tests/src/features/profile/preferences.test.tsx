// A guest's settings while offline: switches persist and are sent once, later.
import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../../api/contract/preferences.ts';
import { SettingsSheet } from '../../../../src/features/profile/SettingsSheet.tsx';
import { flushWritesAtom } from '../../../../src/state/outbox.ts';
import { loadSessionAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { setNetwork } from '../../../support/network/network.ts';
import { type Answer, fakeDevice, fakeServer, okReply } from '../../../support/server/fakeServer.ts';
import { buildMe, buildPerson } from '../../../support/server/people.ts';

const guest = buildMe(buildPerson({ username: 'anon_abcdef' }), true);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  setNetwork(true);
});

/** One visit on `device`; the server answers while online. */
async function visit(device: ReturnType<typeof fakeDevice>, isOnline: boolean, me: unknown = guest) {
  const line = { isOnline };
  setNetwork(isOnline);
  const given =
    (answer: () => Answer): (() => Answer) =>
    () =>
      line.isOnline ? answer() : 'offline';
  const store = createStore();
  const server = fakeServer(
    store,
    {
      me: given(() => okReply(me)),
      getUserData: given(() => okReply({ preferences: DEFAULT_PREFERENCES })),
      updateUser: given(() => okReply({ id: guest.id })),
    },
    device,
  );
  await store.set(loadSessionAtom);
  // The frame does the same at startup.
  await store.set(flushWritesAtom);
  const { screen } = await renderApp(<SettingsSheet open onClose={() => {}} />, { store });
  const connect = async (online: boolean) => {
    line.isOnline = online;
    setNetwork(online);
    if (online) await store.set(flushWritesAtom);
  };
  const follows = screen.getByRole('switch', { name: /^New followers/ });
  return { server, screen, follows, connect };
}

it('keeps a guest’s offline change for the next visit and sends it once (row 23)', async () => {
  const device = fakeDevice();
  const first = await visit(device, true);
  await expect.element(first.follows).toHaveAttribute('aria-checked', 'true');
  await first.connect(false);
  await first.follows.click();
  await expect.element(first.follows).toHaveAttribute('aria-checked', 'false');
  await expect
    .element(first.screen.getByText('Saved on this phone, will send when you’re online'))
    .toBeVisible();
  await first.screen.unmount();

  const second = await visit(device, false);
  await expect.element(second.follows).toHaveAttribute('aria-checked', 'false');
  await second.connect(true);
  await expect.poll(() => second.server.countOf('updateUser')).toBe(1);
  expect(second.server.calls.find(({ action }) => action === 'updateUser')?.body).toEqual({
    userId: guest.id,
    updates: { preferences: { notifications: { follows: false } } },
  });
  await expect
    .element(second.screen.getByText('Saved on this phone, will send when you’re online'))
    .not.toBeInTheDocument();
});

it('shows the default for a switch that is missing from an older copy (row 23)', async () => {
  const device = fakeDevice();
  const first = await visit(device, true);
  await expect.element(first.follows).toHaveAttribute('aria-checked', 'true');
  await expect.poll(() => device.copies.has('preferences')).toBe(true);
  await first.screen.unmount();
  const [row] = device.copies.get('preferences')?.rows ?? [];
  const { notifications } = row as typeof DEFAULT_PREFERENCES;
  expect(Reflect.deleteProperty(notifications, 'follows')).toBe(true);
  const second = await visit(device, false);
  await expect.element(second.follows).toHaveAttribute('aria-checked', 'true');
});

it('tells a visitor when settings appear, and shows no switches (row 23)', async () => {
  const { screen } = await visit(fakeDevice(), true, null);
  await expect.element(screen.getByText(/^Settings appear after/)).toBeVisible();
  expect(screen.getByRole('switch').elements()).toEqual([]);
});
