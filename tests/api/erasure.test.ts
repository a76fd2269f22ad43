// Deleting an account deletes the received bytes of its unfinished uploads, even while more bytes arrive.
import { afterEach, expect, test } from 'vitest';
import { unlinkDoomed } from '../../api/jobs/tidy.ts';
import { eraseAccount } from '../../api/profiles/erase.ts';
import { type Client, callAction, visitor } from '../support/server/publish.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { createTransfer, sendPiece } from '../support/server/transfers.ts';
import { get } from '../support/server/wire.ts';

let app: TestApp;
afterEach(() => app.close());

/** A guest with an announced upload of `bytes`; the received part is stored as `name`. */
async function announced(): Promise<{ person: Client; key: string; bytes: Buffer; name: string }> {
  app = await createTestApp();
  const person = visitor(app.url);
  const bytes = recording();
  const { key, status } = await createTransfer(person, bytes);
  expect(status).toBe(201);
  const [name = ''] = await app.temporaryFiles();
  return { person, key, bytes, name };
}
const expectNothingLeft = async () => {
  expect(await app.temporaryFiles()).toEqual([]);
  expect(await app.deps.db.selectFrom('doomed_blobs').selectAll().execute()).toEqual([]);
};

test('deleting an account removes the received bytes of its unfinished uploads', async () => {
  const { person, key, bytes } = await announced();
  expect((await sendPiece(person, key, 0, bytes.subarray(0, 20_000))).status).toBe(200);
  await callAction(person, 'deleteAccount');
  await expectNothingLeft();
});

test('deletion of the account by an admin also removes them', async () => {
  const { person, key, bytes } = await announced();
  await sendPiece(person, key, 0, bytes.subarray(0, 20_000));
  const { id: userId } = (await get(person, 'me')).json.data as { id: string };
  await callAction(await app.admin(), 'deleteUser', { userId, reason: 'Spam', password: 'Correct-Horse-9' });
  await expectNothingLeft();
});

test.each([0, 20_000])(
  'refuses a piece that has reached byte %i as gone and stores none of it',
  async (from) => {
    const { person, key, bytes, name } = await announced();
    if (from > 0) await sendPiece(person, key, 0, bytes.subarray(0, from));
    let rest = (_piece: Uint8Array) => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(from, 40_000)));
        rest = (piece) => {
          controller.enqueue(piece);
          controller.close();
        };
      },
    });
    const piece = fetch(`${app.url}/api/uploads/${key}`, {
      method: 'PATCH',
      headers: {
        cookie: person.cookie,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(from),
      },
      body,
      duplex: 'half',
    } as RequestInit);
    const { pieces } = app.deps.blobs;
    await expect.poll(() => pieces.received(name), { timeout: 20_000 }).toBe(40_000);
    await callAction({ ...person }, 'deleteAccount');
    rest(new Uint8Array(bytes.subarray(40_000)));
    const reply = await piece;
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'not_found']);
    await expectNothingLeft();
  },
);

test('the next start completes a deletion that crashed between commit and unlinking', async () => {
  const { person, key, bytes } = await announced();
  await sendPiece(person, key, 0, bytes.subarray(0, 20_000));
  const { id } = (await get(person, 'me')).json.data as { id: string };
  await app.deps.db.transaction().execute((tx) => eraseAccount(tx, id, app.deps.now()));
  expect(await app.temporaryFiles()).toHaveLength(1);
  await unlinkDoomed(app.deps);
  await expectNothingLeft();
});
