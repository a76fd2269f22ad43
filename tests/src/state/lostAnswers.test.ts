// The browser's outbox against the real server: a write without a response is resent and applied once.
import { createStore } from 'jotai/vanilla';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { SendOptions } from '../../../src/api/client.ts';
import { ApiError, readReply } from '../../../src/api/client.ts';
import { flushWritesAtom, sendWriteAtom, waitingWritesAtom } from '../../../src/state/outbox.ts';
import { type StatePorts, statePortsAtom } from '../../../src/state/ports.ts';
import { type Actor, actor, track } from '../../support/server/actors.ts';
import { fakeServer } from '../../support/server/fakeServer.ts';
import { createTestApp, type TestApp } from '../../support/server/testApp.ts';
import { post } from '../../support/server/wire.ts';

let app: TestApp;
let fan: Actor;
beforeAll(async () => {
  app = await createTestApp();
  fan = await actor(app, 'user');
});
afterAll(() => app.close());
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

it('comments once, for any number of lost responses', async () => {
  const trackId = await track(app, await actor(app, 'user'), 'Heard twice, said once');
  const store = createStore();
  fakeServer(store, {});
  let lost = 2;
  const keys: (string | undefined)[] = [];
  const write = async (action: string, body: object, { idempotencyKey }: SendOptions = {}) => {
    keys.push(idempotencyKey);
    const reply = await post(fan, action, body, { 'idempotency-key': idempotencyKey ?? '' });
    expect(reply.status).toBe(200);
    if (lost-- > 0) throw new ApiError('offline', 0, 'the answer was lost');
    return readReply(reply.status, JSON.stringify(reply.json));
  };
  store.set(statePortsAtom, { ...store.get(statePortsAtom), write: write as StatePorts['write'] });
  await store.set(sendWriteAtom, 'addComment', { trackId, content: 'once' });
  await expect
    .poll(async () => {
      await store.set(flushWritesAtom);
      return store.get(waitingWritesAtom);
    })
    .toEqual([]);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  const comments = await app.deps.db
    .selectFrom('comments')
    .selectAll()
    .where('track_id', '=', trackId)
    .execute();
  expect(comments.map(({ content }) => content)).toEqual(['once']);
});
