import { afterEach, expect, it, vi } from 'vitest';
import { read, write } from '../../../src/api/calls.ts';
import { ApiError, readReply } from '../../../src/api/client.ts';
import { type Answer, fakeFetch, okReply } from '../../support/network/fakeFetch.ts';

afterEach(() => vi.unstubAllGlobals());

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

it('sends reads as GET and writes as POST with a JSON body', async () => {
  const server = fakeFetch({ getTracks: () => okReply([]), incrementPlay: () => okReply({ plays: 1 }) });
  await read('getTracks', {});
  await write('incrementPlay', { trackId: 't' });
  expect(server.calls).toEqual([
    { action: 'getTracks', method: 'GET', body: null },
    { action: 'incrementPlay', method: 'POST', body: { trackId: 't' } },
  ]);
});

it('preserves the code and status of a refusal', async () => {
  fakeFetch({
    incrementPlay: () => ({ status: 404, json: { success: false, error: 'gone', code: 'not_found' } }),
  });
  const error = await errorOf(write('incrementPlay', { trackId: 't' }));
  expect([error.code, error.status, error.detail]).toEqual(['not_found', 404, 'gone']);
});

it('repeats a read once without a reply, and never a write', async () => {
  let answers: Answer[] = ['offline', okReply([])];
  const server = fakeFetch({
    getTracks: () => answers.shift() ?? 'offline',
    incrementPlay: () => 'offline',
  });
  await expect(read('getTracks', {})).resolves.toMatchObject({ data: [] });
  answers = [];
  expect((await errorOf(read('getTracks', {}))).code).toBe('offline');
  expect((await errorOf(write('incrementPlay', { trackId: 't' }))).status).toBe(0);
  expect(server.countOf('getTracks')).toBe(4);
  expect(server.countOf('incrementPlay')).toBe(1);
});

it.each([
  ['an HTML page', '<!doctype html><title>502</title>'],
  ['JSON that is no envelope', '{"hello":1}'],
  ['a failure without a code', '{"success":false,"error":"x"}'],
  ['nothing', ''],
])('rejects %s as a bad reply', (_name, text) => {
  expect(() => readReply(502, text)).toThrowError(
    expect.objectContaining({ code: 'bad_reply', status: 502 }),
  );
});

it.each([200, 511])("recognises a network's sign-in page with status %i", (status) => {
  expect(() => readReply(status, '<!DOCTYPE html><title>Welcome</title>')).toThrowError(
    expect.objectContaining({ code: 'captive_portal', status }),
  );
});

it('times out an unanswered read, but not a write or a slow response', async () => {
  vi.useFakeTimers();
  try {
    const hung = (init: RequestInit | undefined) =>
      new Promise<never>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    let slowEnd = (_text: string) => {};
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (!url.includes('getUser')) return hung(init);
      const text = () =>
        new Promise<string>((resolve) => {
          slowEnd = resolve;
        });
      return Promise.resolve({ status: 200, headers: new Headers(), text });
    });
    const given = errorOf(read('getTracks', {}));
    const left = new AbortController();
    const taken = read('getTracks', {}, { signal: left.signal }).catch((reason: unknown) => reason);
    const slow = read('getUser', { userId: 'u' });
    const ended = vi.fn();
    void write('incrementPlay', { trackId: 't' }).then(ended, ended);
    left.abort();
    expect(await taken).toBe(left.signal.reason);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await given).code).toBe('offline');
    expect(ended).not.toHaveBeenCalled();
    slowEnd(JSON.stringify({ success: true, data: 'late' }));
    expect((await slow).data).toBe('late');
  } finally {
    vi.useRealTimers();
  }
});

it('times out writes that may be repeated, and lets other writes wait longer', async () => {
  vi.useFakeTimers();
  try {
    vi.stubGlobal(
      'fetch',
      (_url: string, init?: RequestInit) =>
        new Promise<never>((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        }),
    );
    const body = { trackId: 't' };
    const keyed = errorOf(write('incrementPlay', body, { idempotencyKey: 'k' }));
    const short = errorOf(write('incrementPlay', body, { mayRepeat: true }));
    const ended = vi.fn();
    const lone = errorOf(write('incrementPlay', body)).finally(ended);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([(await keyed).code, (await short).code]).toEqual(['offline', 'offline']);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await lone).code).toBe('offline');
  } finally {
    vi.useRealTimers();
  }
});

it('treats a truncated response as no response', async () => {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"success":true,"da'));
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(body);
  });
  expect((await errorOf(write('incrementPlay', { trackId: 't' }))).code).toBe('offline');
});

it('maps an unknown code to internal', () => {
  const text = '{"success":false,"error":"x","code":"from_the_future"}';
  expect(() => readReply(500, text)).toThrowError(expect.objectContaining({ code: 'internal' }));
});
