// "Resumable Uploads for HTTP" (draft-ietf-httpbis-resumable-upload-12), request by request after its examples, as a
// client that knows only the draft.
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Client, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { publishPieces } from '../support/server/transfers.ts';

let guest: Client;
const app = await createTestApp();
beforeEach(() => {
  // Accounts have an upload limit.
  guest = visitor(app.url);
});
afterAll(() => app.close());

const PROBLEM = 'https://iana.org/assignments/http-problem-types#';
const MAX_SIZE = 'max-size=52428800';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** Interim responses, in order. */
  interim: { status: number; headers: IncomingHttpHeaders }[];
}

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Closes the connection after the first interim response, once this many bytes of the body are sent. */
  cutAfter?: number;
}

/** One request on its own connection; null when it was cut. */
function ask(client: Client, sent: Sent): Promise<Answer | null> & { interim: Answer['interim'] } {
  const { method, path, headers = {}, body = Buffer.alloc(0), cutAfter } = sent;
  const interim: Answer['interim'] = [];
  const answer = new Promise<Answer | null>((resolve, reject) => {
    const call = request(app.url + path, {
      method,
      agent: false,
      headers: {
        ...(client.cookie ? { cookie: client.cookie } : {}),
        ...(method === 'HEAD' || method === 'OPTIONS' ? {} : { 'content-length': String(body.length) }),
        ...headers,
      },
    });
    call.on('information', ({ statusCode, headers: fields }) => {
      interim.push({ status: statusCode, headers: fields });
      if (cutAfter === undefined) return;
      call.write(body.subarray(0, cutAfter), () => {
        call.destroy();
        resolve(null);
      });
    });
    call.on('error', (error) => (cutAfter === undefined ? reject(error) : resolve(null)));
    call.on('response', (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: json, interim });
      });
    });
    if (cutAfter === undefined) call.end(body);
    else call.flushHeaders();
  });
  return Object.assign(answer, { interim });
}

async function create(bytes: Buffer, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
  const answer = await ask(guest, {
    method: 'POST',
    path: '/api/uploads',
    headers: { 'cap-token': await capToken(guest, bytes), ...headers },
    ...(body ? { body } : {}),
  });
  if (!answer) throw new Error('cut');
  return answer;
}

async function append(path: string, offset: number, complete: boolean, body: Buffer, more = {}) {
  const answer = await ask(guest, {
    method: 'PATCH',
    path,
    headers: {
      'content-type': 'application/partial-upload',
      'upload-offset': String(offset),
      'upload-complete': complete ? '?1' : '?0',
      ...more,
    },
    body,
  });
  if (!answer) throw new Error('cut');
  return answer;
}

const head = async (path: string) => {
  const answer = await ask(guest, { method: 'HEAD', path });
  return {
    status: answer?.status,
    offset: answer?.headers['upload-offset'],
    length: answer?.headers['upload-length'],
    complete: answer?.headers['upload-complete'],
    limit: answer?.headers['upload-limit'],
    cache: answer?.headers['cache-control'],
  };
};
const keyOf = (path: string | undefined) => path?.split('/').at(-1) ?? '';

test('refuses a creation without a session, a ticket or a length, and a contradictory one', async () => {
  const bytes = recording();
  const token = await capToken(guest, bytes);
  const post = (client: Client, headers: Record<string, string>, body?: Buffer) =>
    ask(client, { method: 'POST', path: '/api/uploads', headers, ...(body ? { body } : {}) });
  const length = { 'upload-length': String(bytes.length) };
  const stranger = await post(visitor(app.url), { 'upload-complete': '?0', ...length, 'cap-token': token });
  expect([stranger?.status, stranger?.body.code]).toEqual([401, 'not_signed_in']);
  const without = await post(guest, { 'upload-complete': '?0', ...length });
  expect([without?.status, without?.body.code]).toEqual([403, 'cap_token_missing']);
  for (const value of ['', '-1', '1.5', '?1', '9'.repeat(16)]) {
    const headers = { 'upload-complete': '?0', 'upload-length': value, 'cap-token': token };
    const reply = await post(guest, headers);
    expect([reply?.status, reply?.body.code], value).toEqual([422, 'invalid_body']);
  }
  const short = bytes.subarray(1);
  const unlike = await post(guest, { 'upload-complete': '?1', ...length, 'cap-token': token }, short);
  expect(unlike).toMatchObject({
    status: 400,
    headers: { 'content-type': 'application/problem+json', 'upload-complete': '?0' },
    body: { type: `${PROBLEM}inconsistent-upload-length`, status: 400, code: 'upload_length_inconsistent' },
  });
  // None of these requests has spent the ticket.
  const opened = await post(guest, { 'upload-complete': '?0', ...length, 'cap-token': token });
  expect(opened?.status).toBe(201);
  expect((await ask(guest, { method: 'DELETE', path: opened?.headers.location ?? '' }))?.status).toBe(200);
});

test('uploads in parts: created empty, appended to, queried, completed, published', async () => {
  const bytes = recording();
  const size = String(bytes.length);
  const created = await create(bytes, { 'upload-complete': '?0', 'upload-length': size });
  expect(created).toMatchObject({
    status: 201,
    headers: { 'upload-complete': '?0', 'upload-offset': '0', location: expect.stringMatching(/^\/api\//) },
    interim: [],
  });
  expect(created.headers['upload-limit']).toMatch(new RegExp(`^${MAX_SIZE}, max-age=\\d+$`));
  const path = created.headers.location ?? '';
  const part = await append(path, 0, false, bytes.subarray(0, 20_000));
  expect(part).toMatchObject({
    status: 200,
    headers: { 'upload-complete': '?0', 'upload-offset': '20000' },
  });
  expect(await head(path)).toEqual({
    status: 200,
    offset: '20000',
    length: size,
    complete: '?0',
    limit: expect.stringMatching(new RegExp(`^${MAX_SIZE}, max-age=\\d+$`)),
    cache: 'no-store',
  });
  const last = await append(path, 20_000, true, bytes.subarray(20_000));
  expect(last).toMatchObject({ status: 200, headers: { 'upload-complete': '?1', 'upload-offset': size } });
  // Its answer was lost: repeating the same end changes nothing, before and after publication.
  const again = await append(path, bytes.length, true, Buffer.alloc(0));
  expect([again.status, again.headers['upload-complete']]).toEqual([200, '?1']);
  const published = await publishPieces(guest, keyOf(path));
  expect(published.status).toBe(200);
  expect(await append(path, bytes.length, true, Buffer.alloc(0))).toMatchObject({
    status: 200,
    headers: { 'upload-complete': '?1' },
  });
  expect(await head(path)).toMatchObject({ offset: size, complete: '?1', limit: MAX_SIZE });
});

test('an upload in one request gets its address in an interim response when both speak the same iteration', async () => {
  for (const [version, count] of [
    ['8', 1],
    ['6', 0],
    ['', 0],
  ] as const) {
    const bytes = recording();
    const interop: Record<string, string> = version === '' ? {} : { 'upload-draft-interop-version': version };
    const whole = await create(bytes, { 'upload-complete': '?1', ...interop }, bytes);
    expect(whole).toMatchObject({
      status: 201,
      headers: { 'upload-complete': '?1', 'upload-length': String(bytes.length) },
    });
    const location = whole.headers.location;
    expect(whole.interim).toHaveLength(count);
    for (const { status, headers } of whole.interim) {
      expect(status).toBe(104);
      expect(headers).toMatchObject({ location, 'upload-draft-interop-version': '8' });
      expect(headers['upload-limit']).toMatch(new RegExp(`^${MAX_SIZE}, max-age=\\d+$`));
    }
    expect((await publishPieces(guest, keyOf(location))).status).toBe(200);
  }
});

test('a creation cut in the middle of its bytes resumes at the address from the interim response', async () => {
  const bytes = recording();
  const cut = ask(guest, {
    method: 'POST',
    path: '/api/uploads',
    headers: {
      'cap-token': await capToken(guest, bytes),
      'upload-complete': '?1',
      'upload-draft-interop-version': '8',
      'content-length': String(bytes.length),
    },
    body: bytes,
    cutAfter: 30_000,
  });
  expect(await cut).toBeNull();
  const path = cut.interim[0]?.headers.location ?? '';
  const { offset, complete, length } = await head(path);
  expect([complete, length]).toEqual(['?0', String(bytes.length)]);
  expect(Number(offset)).toBeLessThanOrEqual(30_000);
  const rest = await append(path, Number(offset), true, bytes.subarray(Number(offset)));
  expect([rest.status, rest.headers['upload-complete']]).toEqual([200, '?1']);
  expect((await publishPieces(guest, keyOf(path))).status).toBe(200);
});

test('refusals are problems of the registered types and change nothing', async () => {
  const bytes = recording();
  const size = String(bytes.length);
  const created = await create(bytes, { 'upload-complete': '?0', 'upload-length': size });
  const path = created.headers.location ?? '';
  await append(path, 0, false, bytes.subarray(0, 1000));
  const elsewhere = await append(path, 2000, false, bytes.subarray(2000, 2010));
  expect(elsewhere).toMatchObject({
    status: 409,
    headers: {
      'content-type': 'application/problem+json',
      'upload-offset': '1000',
      'upload-complete': '?0',
    },
    body: {
      type: `${PROBLEM}mismatching-upload-offset`,
      title: expect.any(String),
      status: 409,
      'expected-offset': 1000,
      'provided-offset': 2000,
      code: 'wrong_offset',
    },
  });
  const rest = bytes.subarray(1000);
  const inconsistent = { status: 400, body: { type: `${PROBLEM}inconsistent-upload-length` } };
  expect(await append(path, 1000, true, rest.subarray(1))).toMatchObject(inconsistent);
  expect(await append(path, 1000, false, rest, { 'upload-length': '7' })).toMatchObject(inconsistent);
  const long = await append(path, 1000, false, Buffer.concat([rest, Buffer.from('more')]));
  expect([long.status, long.headers['upload-limit']]).toEqual([413, MAX_SIZE]);
  expect(await head(path)).toMatchObject({ offset: '1000', complete: '?0' });
  await append(path, 1000, true, rest);
  expect(await append(path, bytes.length, true, Buffer.from('more'))).toMatchObject({
    status: 400,
    headers: { 'upload-offset': size },
    body: { type: `${PROBLEM}completed-upload`, code: 'upload_completed' },
  });
  expect(await head(path)).toMatchObject({ offset: size, complete: '?1' });
  expect((await publishPieces(guest, keyOf(path))).status).toBe(200);
});

test('a body without a length that ends too early or too late is not accepted as the file', async () => {
  const bytes = recording();
  const headers = { 'upload-complete': '?0', 'upload-length': String(bytes.length) };
  const path = (await create(bytes, headers)).headers.location ?? '';
  const chunked = (offset: number, body: Buffer) =>
    fetch(app.url + path, {
      method: 'PATCH',
      headers: {
        cookie: guest.cookie,
        'content-type': 'application/partial-upload',
        'upload-offset': String(offset),
        'upload-complete': '?1',
      },
      body: new Blob([new Uint8Array(body)]).stream(),
      duplex: 'half',
    } as RequestInit);
  const early = await chunked(0, bytes.subarray(0, 5000));
  expect([early.status, await early.json()]).toMatchObject([400, { code: 'upload_length_inconsistent' }]);
  expect(await head(path)).toMatchObject({ offset: '5000', complete: '?0' });
  const late = await chunked(5000, bytes);
  expect([late.status, await late.json()]).toMatchObject([413, { code: 'audio_too_large' }]);
  expect(await head(path)).toMatchObject({ offset: '5000', complete: '?0' });
  expect((await chunked(5000, bytes.subarray(5000))).status).toBe(200);
  expect((await publishPieces(guest, keyOf(path))).status).toBe(200);
});

test('announces limits before any bytes are sent, and to requests that exceed them', async () => {
  const options = await ask(visitor(app.url), { method: 'OPTIONS', path: '/api/uploads' });
  expect(options).toMatchObject({
    status: 204,
    headers: { 'upload-limit': `${MAX_SIZE}, max-age=86400`, allow: 'POST, OPTIONS' },
  });
  const above = await create(recording(), { 'upload-complete': '?0', 'upload-length': '52428801' });
  expect([above.status, above.body.code]).toEqual([413, 'audio_too_large']);
  expect(above.headers['upload-limit']).toContain(MAX_SIZE);
});

test('a cancelled upload is deleted, and other bytes than the ticket’s are refused', async () => {
  const bytes = recording();
  const headers = { 'upload-complete': '?0', 'upload-length': String(bytes.length) };
  const cancelled = (await create(bytes, headers)).headers.location ?? '';
  expect((await ask(guest, { method: 'DELETE', path: cancelled }))?.status).toBe(200);
  expect((await head(cancelled)).status).toBe(404);
  const other = recording();
  const path = (await create(other, headers)).headers.location ?? '';
  await append(path, 0, true, bytes);
  const reply = await publishPieces(guest, keyOf(path));
  expect([reply.status, reply.json.code]).toEqual([403, 'cap_token_invalid']);
  expect(await app.temporaryFiles()).toEqual([]);
});
