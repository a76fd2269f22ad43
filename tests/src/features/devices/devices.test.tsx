// The device list, the phrase on the old phone, and entering it on the new one.
import { createStore } from 'jotai/vanilla';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { DeviceView } from '../../../../api/contract/sessions.ts';
import { DevicesPage } from '../../../../src/pages/DevicesPage.tsx';
import { MovePage } from '../../../../src/pages/MovePage.tsx';
import { loadSessionAtom, sessionAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';

const SINCE = '2026-01-01T00:00:00.000Z';
const ME = { id: 'a', username: 'Lilie', role: 'user', isGuest: false, createdAt: SINCE };
const device = (id: string, more: Partial<DeviceView> = {}): DeviceView => ({
  id,
  browser: 'firefox',
  system: 'android',
  createdAt: SINCE,
  lastSeenAt: SINCE,
  isThis: false,
  ...more,
});
const HERE = device('here', { isThis: true });
const PHRASE = 'acorn zipper velvet hammock ocean quartz';
const soon = () => new Date(Date.now() + 600_000).toISOString();

afterEach(() => page.viewport(414, 896));

async function devices(
  answers: Record<string, (body: Record<string, unknown>) => Answer> = {},
  size = [360, 640],
) {
  await page.viewport(size[0] ?? 360, size[1] ?? 640);
  const store = createStore();
  const server = fakeServer(store, {
    me: () => okReply(ME),
    getDevices: () => okReply([HERE, device('b'), device('c', { browser: null, system: null })]),
    endDevice: () => okReply(null),
    ...answers,
  });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(<DevicesPage />, { store, path: '/account/devices' });
  return { store, server, screen };
}

describe.each([[[360, 640]], [[1440, 900]]])('at %s', (size) => {
  it('lists the devices with this one marked, and signs one out (row 53)', async () => {
    let ended = false;
    const { screen, server } = await devices(
      {
        getDevices: () => okReply(ended ? [HERE] : [HERE, device('b')]),
        endDevice: () => {
          ended = true;
          return okReply(null);
        },
      },
      size,
    );
    await expect.element(screen.getByText('This device')).toBeVisible();
    await screen.getByRole('button', { name: 'Sign out on Firefox on Android' }).click();
    await expect.element(screen.getByRole('status')).toHaveTextContent('Signed out on Firefox on Android');
    expect(server.calls.find(({ action }) => action === 'endDevice')?.body).toEqual({ deviceId: 'b' });
    expect(screen.getByRole('listitem').elements()).toHaveLength(1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  });

  it('fits phrase and code on the screen (row 53)', async () => {
    const { screen } = await devices(
      { startMove: () => okReply({ phrase: PHRASE, expiresAt: soon() }) },
      size,
    );
    await screen.getByRole('button', { name: 'Show phrase and code' }).click();
    for (const word of PHRASE.split(' '))
      await expect.element(screen.getByText(word, { exact: true })).toBeVisible();
    const code = screen.getByRole('img', { name: 'Code that opens your account on another phone' });
    expect(code.element().getBoundingClientRect().width).toBeGreaterThan(180);
    await expect.element(screen.getByRole('timer')).toHaveTextContent('Works once, for 10 more minutes');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  });
});

it('signs out all other devices at once (row 53)', async () => {
  const { screen, server } = await devices();
  await expect.element(screen.getByText('A browser')).toBeVisible();
  await screen.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.element(screen.getByText('Signed out everywhere else.')).toBeVisible();
  expect(server.calls.find(({ action }) => action === 'endDevice')?.body).toEqual({ deviceId: 'others' });
});

it('keeps an unreachable device in the list, with the reason (row 53)', async () => {
  const { screen } = await devices({ endDevice: () => 'offline' });
  await screen.getByRole('button', { name: 'Sign out on Firefox on Android' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('We can’t reach the server right now.');
  expect(screen.getByRole('listitem').elements()).toHaveLength(3);
});

it('reports that the list could not load, and retries (row 53)', async () => {
  let online = false;
  const { screen } = await devices({ getDevices: () => (online ? okReply([HERE]) : 'offline') });
  await expect.element(screen.getByText('Couldn’t load your devices')).toBeVisible();
  online = true;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('This device')).toBeVisible();
});

it('says when the other phone has used the phrase (row 53)', async () => {
  const expiresAt = soon();
  let taken = false;
  const { screen } = await devices({
    startMove: () => okReply({ phrase: PHRASE, expiresAt }),
    getDevices: () => ({ ...okReply([HERE]), ...(taken ? {} : { moveUntil: expiresAt }) }) as Answer,
  });
  await screen.getByRole('button', { name: 'Show phrase and code' }).click();
  await expect.element(screen.getByText('acorn')).toBeVisible();
  taken = true;
  await expect
    .element(screen.getByText('Done. Your account is now on the other phone too.'), { timeout: 8000 })
    .toBeVisible();
  await expect.element(screen.getByText('acorn')).not.toBeInTheDocument();
});

it('revokes the phrase when the page closes (row 53)', async () => {
  const { screen, server } = await devices({
    startMove: () => okReply({ phrase: PHRASE, expiresAt: soon() }),
    endMove: () => okReply(null),
  });
  await screen.getByRole('button', { name: 'Show phrase and code' }).click();
  await expect.element(screen.getByText('acorn')).toBeVisible();
  await screen.unmount();
  expect(server.countOf('endMove')).toBe(1);
});

async function take(useMove: (body: Record<string, unknown>) => Answer, path: string) {
  await page.viewport(360, 640);
  const store = createStore();
  let isIn = false;
  const server = fakeServer(store, {
    me: () => okReply(isIn ? ME : null),
    useMove: (body) => {
      const answer = useMove(body);
      isIn = typeof answer === 'object' && 'data' in answer;
      return answer;
    },
  });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(<MovePage />, { store, path });
  return { store, server, screen };
}

it('waits for a press after a scan, then signs in (row 53)', async () => {
  const { screen, server, store } = await take(() => okReply(ME), `/move#${PHRASE.replaceAll(' ', '-')}`);
  await expect.element(screen.getByLabelText('The six words')).toHaveValue(PHRASE);
  expect(server.countOf('useMove')).toBe(0);
  await screen.getByRole('button', { name: 'Bring it here' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Welcome back, Lilie.' })).toHaveFocus();
  expect(store.get(sessionAtom)).toMatchObject({ status: 'signedIn', me: { id: 'a' } });
});

it('requires six words; wrong ones show an error and stay in the field (row 53)', async () => {
  const { screen } = await take(() => refusedReply('move_phrase_wrong'), '/move');
  const field = screen.getByLabelText('The six words');
  await field.fill('Acorn zipper, velvet-hammock ocean');
  await expect.element(screen.getByRole('button', { name: 'Bring it here' })).toBeDisabled();
  await field.fill('Acorn zipper, velvet-hammock ocean quartz');
  await screen.getByRole('button', { name: 'Bring it here' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This phrase is wrong or expired.');
  await expect.element(field).toHaveValue('Acorn zipper, velvet-hammock ocean quartz');
});

it('asks a guest with data first (row 53)', async () => {
  const { screen, server } = await take(
    ({ guestRows }) => (guestRows === undefined ? refusedReply('guest_has_rows') : okReply(ME)),
    `/move#${PHRASE.replaceAll(' ', '-')}`,
  );
  await screen.getByRole('button', { name: 'Bring it here' }).click();
  await expect
    .element(screen.getByRole('heading', { name: 'Keep what you did here as a guest?' }))
    .toHaveFocus();
  await screen.getByRole('button', { name: 'Keep what I did here' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Welcome back, Lilie.' })).toBeVisible();
  expect(server.calls.filter(({ action }) => action === 'useMove').at(-1)?.body).toEqual({
    phrase: PHRASE,
    guestRows: 'keep',
  });
});
