import { createStore } from 'jotai/vanilla';
import { expect, it } from 'vitest';
import { SignOut } from '../../../../src/features/accounts/SignOut.tsx';
import { sendWriteAtom, waitingWritesAtom } from '../../../../src/state/outbox.ts';
import { loadSessionAtom, sessionAtom, signOutAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { fakeServer, okReply } from '../../../support/server/fakeServer.ts';
import { buildMe, buildPerson } from '../../../support/server/people.ts';

const ME = buildMe(buildPerson({ id: 'a', username: 'Lilie' }));

/** A signed-in user with one like; the server accepts likes while `line.isGood`. */
async function withALike() {
  const line = { isGood: false };
  const store = createStore();
  const server = fakeServer(store, {
    me: () => okReply(ME),
    addLike: () => (line.isGood ? okReply({ id: 'l1' }) : 'offline'),
    logout: () => okReply(null),
  });
  await store.set(loadSessionAtom);
  await store.set(sendWriteAtom, 'addLike', { like: { trackId: 't1' } });
  await expect.poll(() => server.countOf('addLike')).toBe(1);
  const { screen } = await renderApp(<SignOut />, { store });
  return { line, store, server, screen };
}

it('asks what to do with local data, and keeps it by default', async () => {
  const { store, server, screen } = await withALike();
  server.device.owner.unsaved = { recordings: 2, hasTraces: true };
  await screen.getByRole('button', { name: 'Sign out' }).click();
  const question = screen.getByRole('dialog', { name: 'Sign out of this device?' });
  await expect.element(question).toHaveTextContent('2 recordings on this device are not published.');
  await expect.element(question).toHaveTextContent('One thing that you did has not reached the server yet.');
  await expect.element(question.getByRole('button', { name: 'Keep on this device' })).toBeVisible();
  expect(server.countOf('logout')).toBe(0);

  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(store.get(sessionAtom).status).toBe('signedIn');
  expect(store.get(waitingWritesAtom)).toHaveLength(1);

  await screen.getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Keep on this device' }).click();
  await expect.poll(() => store.get(sessionAtom).status).toBe('visitor');
  await expect.poll(() => store.get(waitingWritesAtom)).toEqual([]);
  expect([...server.device.outbox.values()].map(({ of }) => of)).toEqual(['a']);
});

it('removes local data on request', async () => {
  const { store, server, screen } = await withALike();
  await screen.getByRole('button', { name: 'Sign out' }).click();
  await screen.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => store.get(sessionAtom).status).toBe('visitor');
  expect(server.device.outbox.size).toBe(0);
  expect(server.countOf('logout')).toBe(1);
});

it('signs out while offline, and notifies the server later', async () => {
  const store = createStore();
  const server = fakeServer(store, { me: () => okReply(ME), logout: () => 'offline' });
  await store.set(loadSessionAtom);
  await store.set(signOutAtom);
  expect(store.get(sessionAtom).status).toBe('visitor');
  expect([...server.device.owner.notes]).toEqual(['signOutDue']);
});

it('remembers while offline that the browser shall forget earlier sign-ins', async () => {
  const store = createStore();
  const server = fakeServer(store, { me: () => okReply(ME), logout: () => 'offline' });
  await store.set(loadSessionAtom);
  await store.set(signOutAtom, true);
  expect([...server.device.owner.notes]).toEqual(['signOutDue', 'forgetDeviceDue']);
});

it('sends pending writes and asks nothing when back online', async () => {
  const { line, store, server, screen } = await withALike();
  line.isGood = true;
  await screen.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => store.get(sessionAtom).status).toBe('visitor');
  expect(server.calls.map(({ action }) => action).slice(-2)).toEqual(['addLike', 'logout']);
});
