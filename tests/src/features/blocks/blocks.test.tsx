// Muting and blocking in the browser, undoing both, and the list.
import { createStore } from 'jotai/vanilla';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { HiddenPersonView } from '../../../../api/contract/blocks.ts';
import { HiddenNote } from '../../../../src/features/blocks/HiddenNote.tsx';
import { HidePerson } from '../../../../src/features/blocks/HidePerson.tsx';
import { BlockedPage } from '../../../../src/pages/BlockedPage.tsx';
import { TrackPage } from '../../../../src/pages/TrackPage.tsx';
import { loadSessionAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply } from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

const SINCE = '2026-01-01T00:00:00.000Z';
const ME = { id: 'a', username: 'Lilie', role: 'user', isGuest: false, createdAt: SINCE };
const LONG = 'A_name_of_20_letters';

async function scene(
  element: React.ReactNode,
  more: Record<string, (body: Record<string, unknown>) => Answer> = {},
  path = '/',
) {
  await page.viewport(360, 640);
  const store = createStore();
  let rows: HiddenPersonView[] = [];
  const server = fakeServer(store, {
    me: () => okReply(ME),
    getHiddenPeople: () => okReply(rows),
    hidePerson: ({ userId, kind }) => {
      rows = [{ id: String(userId), username: LONG, kind: kind as 'mute', since: SINCE }];
      return okReply(rows[0]);
    },
    showPerson: () => {
      rows = [];
      return okReply(null);
    },
    ...more,
  });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(element, { store, path });
  return { store, server, screen, hidden: (...people: HiddenPersonView[]) => (rows = people) };
}
const person = (kind: 'mute' | 'block'): HiddenPersonView => ({
  id: 'b',
  username: LONG,
  kind,
  since: SINCE,
});

it('offers mute and block behind one small button, and undo at the same place (row 21)', async () => {
  const both = (
    <>
      <HidePerson userId="b" username={LONG} look="dots" />
      <HiddenNote userId="b" username={LONG} />
    </>
  );
  const { screen, server } = await scene(both);
  const way = screen.getByRole('button', { name: `Mute or block ${LONG}` });
  await way.click();
  await expect.element(screen.getByRole('heading', { name: LONG })).toBeVisible();
  await screen.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent(`You have muted ${LONG}.`);
  await way.click();
  await expect.element(screen.getByRole('button', { name: 'Mute', exact: true })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Block', exact: true }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent(`You have blocked ${LONG}.`);
  await screen.getByRole('button', { name: 'Unblock' }).click();
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
  const sent = server.calls
    .filter(({ action }) => /^(hide|show)Person$/.test(action))
    .map(({ body }) => body);
  expect(sent).toEqual([{ userId: 'b', kind: 'mute' }, { userId: 'b', kind: 'block' }, { userId: 'b' }]);
});

it('offers no muting of oneself (row 21)', async () => {
  const { screen } = await scene(<HidePerson userId="a" username="Lilie" look="words" />);
  expect(screen.getByRole('button').elements()).toEqual([]);
});

it('gives the reason when saving fails, and keeps the sheet open (row 21)', async () => {
  const { screen } = await scene(<HidePerson userId="b" username={LONG} look="words" />, {
    hidePerson: () => 'offline',
  });
  await screen.getByRole('button', { name: `Mute or block ${LONG}` }).click();
  await screen.getByRole('button', { name: 'Block', exact: true }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('We can’t reach the server right now.');
  await expect.element(screen.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
});

it('reloads the visible tracks after a mute (row 21)', async () => {
  let tracks = 0;
  const element = (
    <Routes>
      <Route path="/player/:id" element={<TrackPage />} />
    </Routes>
  );
  const track = buildTrack({ id: 't', title: 'Rain', userId: 'b', user: { id: 'b', username: LONG } });
  const { screen } = await scene(
    element,
    {
      getTracks: () => okReply(++tracks === 1 ? [track] : []),
      getComments: () => okReply([]),
      getUser: () => okReply({ id: 'b', username: LONG, followersCount: 0 }),
    },
    '/player/t',
  );
  await screen
    .getByRole('button', { name: `Mute or block ${LONG}` })
    .first()
    .click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).click();
  await expect.poll(() => tracks).toBeGreaterThan(1);
});

it('lists hidden users, fits a small phone, and unblocks them (row 21)', async () => {
  const { screen, hidden, store } = await scene(<BlockedPage />, {});
  await expect.element(screen.getByText('You haven’t muted or blocked anyone')).toBeVisible();
  await screen.unmount();
  hidden(person('block'), { ...person('mute'), id: 'c' });
  await page.viewport(320, 640);
  const again = await renderApp(<BlockedPage />, { store });
  void again;
  store.set((await import('../../../../src/features/blocks/atoms.ts')).retryHiddenPeopleAtom);
  await expect.element(again.screen.getByText('Blocked', { exact: false }).first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await again.screen.getByRole('button', { name: `Unblock ${LONG}` }).click();
  await expect.element(again.screen.getByText(`${LONG} is no longer hidden.`)).toBeVisible();
});
