import { createStore } from 'jotai/vanilla';
import { beforeEach, expect, it, vi } from 'vitest';
import { awaitedIdsAtom, sendAwaitedAtom } from '../../../src/state/awaitedWrites.ts';
import { flushWritesAtom, waitingWritesAtom } from '../../../src/state/outbox.ts';
import {
  type Answer,
  fakeDevice,
  fakeServer,
  okReply,
  refusedReply,
} from '../../support/server/fakeServer.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

const BODY = { trackId: 'a', content: 'said' };

function setUp(answers: Answer[]) {
  const store = createStore();
  const device = fakeDevice();
  const server = fakeServer(store, { addComment: () => answers.shift() ?? 'never' }, device);
  const send = () => store.set(sendAwaitedAtom, 'addComment', BODY);
  const keys = () => server.calls.map(({ options }) => options.idempotencyKey);
  return { store, device, server, send, keys };
}

it('stores a write on the device before sending, and deletes it once answered', async () => {
  const kept: number[] = [];
  const { store, device, server, send } = setUp([]);
  const answer = () => {
    kept.push(device.outbox.size);
    return okReply({ id: 'c' });
  };
  const { calls } = fakeServer(store, { addComment: answer }, device);
  expect(await send()).toEqual({ data: { id: 'c' } });
  expect([kept, calls.length, server.calls.length]).toEqual([[1], 1, 0]);
  expect([device.outbox.size, store.get(waitingWritesAtom)]).toEqual([0, []]);
});

it('leaves the write in the outbox for the next page when no answer arrives', async () => {
  const { store, device, send, keys } = setUp(['never']);
  void send();
  await vi.waitFor(() => expect(keys()).toHaveLength(1));
  expect([...device.outbox.values()]).toMatchObject([{ id: keys()[0], action: 'addComment', body: BODY }]);
  // The user is not notified of a pending write, since an answer may still come.
  expect([...store.get(awaitedIdsAtom)]).toEqual(keys());
  await store.set(flushWritesAtom);
  expect(keys()).toHaveLength(1);
});

it.each<Answer>(['offline', refusedReply('bad_reply')])(
  'retries with the same key after %j',
  async (answer) => {
    const { store, device, send, keys } = setUp([answer, okReply({ id: 'c' })]);
    expect(await send()).toBeNull();
    await vi.waitFor(() => expect(keys()).toHaveLength(2));
    await vi.waitFor(() => expect(store.get(waitingWritesAtom)).toEqual([]));
    expect(new Set(keys()).size).toBe(1);
    expect([device.outbox.size, [...store.get(awaitedIdsAtom)]]).toEqual([0, []]);
  },
);

it('does not store a refused write, and retries it with the same key', async () => {
  const { device, send, keys } = setUp([refusedReply('rate_limited'), okReply({ id: 'c' })]);
  await expect(send()).rejects.toMatchObject({ code: 'rate_limited' });
  expect(device.outbox.size).toBe(0);
  await send();
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});
