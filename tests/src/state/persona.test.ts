import { createStore } from 'jotai/vanilla';
import { expect, it } from 'vitest';
import { sendWriteAtom } from '../../../src/state/outbox.ts';
import { personaSecretAtom } from '../../../src/state/persona.ts';
import { loadSessionAtom, sessionAtom, signOutAtom } from '../../../src/state/session.ts';
import { fakeServer, okReply } from '../../support/server/fakeServer.ts';

/** A signed-in session that can write and sign out. */
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

it('uses one secret for all takes of an account, and another after signing out', async () => {
  const { store } = await visit();
  const one = await store.get(personaSecretAtom)();
  expect(one).toHaveLength(32);
  expect(await store.get(personaSecretAtom)()).toEqual(one);
  await store.set(signOutAtom);
  expect(await store.get(personaSecretAtom)()).not.toEqual(one);
});

it('never sends or queues the secret', async () => {
  const { store, server } = await visit();
  const secret = await store.get(personaSecretAtom)();
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
