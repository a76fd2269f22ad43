import { createStore } from 'jotai/vanilla';
import { expect, it } from 'vitest';
import { sendWriteAtom } from '../../../src/state/outbox.ts';
import { preparePersonaAtom } from '../../../src/state/persona.ts';
import { loadSessionAtom, sessionAtom, signOutAtom } from '../../../src/state/session.ts';
import { fakeServer, okReply } from '../../support/fakeServer.ts';

/** A session that asks, writes and leaves. */
async function visit() {
  const store = createStore();
  const server = fakeServer(store, {
    me: () => okReply({ id: 'me', role: 'user' }),
    addLike: () => okReply(null),
    logout: () => okReply(null),
  });
  await store.set(loadSessionAtom);
  expect(store.get(sessionAtom).status).toBe('signedIn');
  return { store, server };
}

it('speaks with one secret in all takes of an account, and with another after signing out', async () => {
  const { store } = await visit();
  const one = await store.set(preparePersonaAtom, 'idb:take/1', 'light');
  const other = await store.set(preparePersonaAtom, 'idb:take/2', 'strong');
  expect(one).toEqual({ secret: one.secret, take: 'idb:take/1', strength: 'light' });
  expect(one.secret).toHaveLength(32);
  expect(other).toEqual({ secret: one.secret, take: 'idb:take/2', strength: 'strong' });
  await store.set(signOutAtom);
  const after = await store.set(preparePersonaAtom, 'idb:take/1', 'light');
  expect(after.secret).not.toEqual(one.secret);
});

it('is in nothing that is sent and in nothing that waits to be', async () => {
  const { store, server } = await visit();
  const { secret } = await store.set(preparePersonaAtom, 'idb:take/1', 'strong');
  await store.set(sendWriteAtom, 'addLike', { like: { trackId: 'a' } });
  await store.set(loadSessionAtom);
  await store.set(signOutAtom);
  expect(server.calls.length).toBeGreaterThan(3);
  const left = JSON.stringify([server.calls, [...server.device.outbox.values()]]);
  const hex = [...secret].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  for (const form of [hex, [...secret].join(','), btoa(String.fromCharCode(...secret)).slice(0, 40)]) {
    expect(left).not.toContain(form);
  }
});
