// Each proof of work allows one inspection of one file (issue 9). A file that fails inspection has spent its ticket; a
// server error does not spend it.
import { afterAll, afterEach, expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { actor } from '../support/server/actors.ts';
import { type Client, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, readTransfer, sendPiece } from '../support/server/transfers.ts';
import { watchedInspector } from '../support/server/watchedInspector.ts';
import { upload } from '../support/server/wire.ts';

const inspector = watchedInspector();
const app = await createTestApp({ deps: { inspector } });
afterEach(() => inspector.meanwhile(null));
afterAll(async () => {
  await app.close();
  await inspector.close();
});

const newcomer = (): Client => visitor(app.url);
const send = async (capToken: string, bytes: Uint8Array, fields: Record<string, string> = {}) => {
  const { status, json } = await upload(app.url, { capToken, title: 'Ticket', ...fields }, { bytes });
  return json.code ?? status;
};

const PAGE = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(30));
const NOISE = Buffer.from('This is a letter and not a song.\n'.repeat(40));
test.each<[what: string, bytes: () => Buffer, code: string]>([
  ['nothing at all', () => Buffer.alloc(0), 'audio_empty'],
  ['a page', () => PAGE, 'audio_unsupported'],
  ['a letter', () => NOISE, 'audio_unsupported'],
  ['a cut recording', () => recording(8).subarray(0, 60), 'audio_damaged'],
  ['half a recording', () => recording(8).subarray(0, 60_000), 'audio_damaged'],
])('%s is inspected once for one ticket', async (_what, make, code) => {
  const bytes = make();
  const token = await capToken(newcomer(), bytes);
  expect(await send(token, bytes)).toBe(code);
  const before = inspector.begun();
  expect(await send(token, bytes)).toBe('cap_token_used');
  expect(await send(token, bytes, { uploadKey: crypto.randomUUID() })).toBe('cap_token_used');
  expect(inspector.begun()).toBe(before);
});

test('refusals before the inspection and server errors do not spend the ticket', async () => {
  const bytes = recording();
  const token = await capToken(newcomer(), bytes);
  expect(await send(token, bytes, { title: 'x' })).toBe('invalid_body');
  expect(await send(token, bytes, { userId: 'somebody-else' })).toBe('identity_mismatch');
  expect(await send(token, recording())).toBe('cap_token_invalid');
  for (const code of ['busy', 'storage_full'] as const) {
    inspector.meanwhile(() => Promise.reject(new ApiError(code, 'Not now')));
    expect(await send(token, bytes)).toBe(code);
  }
  inspector.meanwhile(null);
  expect(await send(token, bytes)).toBe(200);
});

test('inspects once when one ticket is submitted concurrently', async () => {
  const bytes = recording();
  const token = await capToken(newcomer(), bytes);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  inspector.meanwhile(() => gate);
  const before = inspector.begun();
  const first = send(token, bytes);
  await expect.poll(() => inspector.begun()).toBe(before + 1);
  const others: Record<string, string>[] = [{}, { uploadKey: crypto.randomUUID() }];
  for (const fields of others) {
    const reply = await Promise.race([
      upload(app.url, { capToken: token, title: 'Other', ...fields }, { bytes }),
      expect.poll(() => inspector.begun(), { timeout: 5000 }).toBe(before + 2),
    ]);
    expect(inspector.begun(), 'looks begun').toBe(before + 1);
    expect(reply && 'status' in reply ? reply.status : null).toBe(409);
  }
  open();
  expect(await first).toBe(200);
  expect(inspector.begun()).toBe(before + 1);
});

test('refuses an account without room before the inspection, wherever the ticket is in the form', async () => {
  const small = await createTestApp({ env: { ACCOUNT_QUOTA_BYTES: '50000' }, deps: { inspector } });
  try {
    const bytes = recording();
    const form = new FormData();
    form.set('audio', new Blob([new Uint8Array(bytes)]), 'take.wav');
    form.set('capToken', await capToken(visitor(small.url), bytes));
    const before = inspector.begun();
    const reply = await fetch(`${small.url}/upload.php`, { method: 'POST', body: form });
    expect(((await reply.json()) as { code: string }).code).toBe('quota_exceeded');
    expect(inspector.begun()).toBe(before);
  } finally {
    await small.close();
  }
});

test('deletes a transfer refused for its bytes, and does not inspect one refused for its details', async () => {
  const person = await actor(app, 'user');
  for (const bytes of [recording(8).subarray(0, 60_000), NOISE]) {
    const { key } = await createTransfer(person, bytes);
    await sendPiece(person, key, 0, bytes);
    const before = inspector.begun();
    for (let round = 0; round < 5; round++) {
      const refused = await publishPieces(person, key, { title: 'x' });
      expect(refused.json.code).toBe('invalid_body');
      expect((await publishPieces(person, key, { userId: 'else' })).json.code).toBe('identity_mismatch');
    }
    expect(inspector.begun()).toBe(before);
    const replies = await Promise.all(Array.from({ length: 5 }, () => publishPieces(person, key)));
    const codes = replies.map(({ json }) => json.code ?? '');
    expect(codes.filter((code) => code.startsWith('audio_'))).toHaveLength(1);
    expect(codes.filter((code) => code === 'not_found')).toHaveLength(4);
    expect(inspector.begun()).toBeLessThanOrEqual(before + 1);
    expect((await readTransfer(person, key)).status).toBe(404);
  }
  expect(await app.temporaryFiles()).toEqual([]);
});

test('a publication refused for its details does not read the bytes', async () => {
  const person = await actor(app, 'user');
  const bytes = recording();
  const { key } = await createTransfer(person, bytes);
  await sendPiece(person, key, 0, Buffer.alloc(bytes.length));
  expect((await publishPieces(person, key, { userId: 'else' })).json.code).toBe('identity_mismatch');
  expect((await publishPieces(person, key)).json.code).toBe('cap_token_invalid');
});
