// A guest who lost the session in a killed browser returns with the ticket of an upload: once, only as that guest,
// within a day.
import { afterAll, expect, test } from 'vitest';
import type { MeView } from '../../api/contract/accounts.ts';
import { type Client, callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';

const START = Date.parse('2026-05-04T12:00:00Z');
const HOUR_MS = 3_600_000;
let now = START;
const app = await createTestApp({ deps: { now: () => now } });
afterAll(() => app.close());

const whoIs = async (client: Client) => (await get(client, 'me')).json.data as MeView;

/** A guest with a ticket; resets the clock. */
async function lostGuest() {
  now = START;
  const bytes = recording();
  const guest = visitor(app.url);
  const token = await capToken(guest, bytes);
  const me = await whoIs(guest);
  return { bytes, guest, token, me };
}
const tryReturn = async (token: string, client = visitor(app.url)) => {
  const { json } = await post(client, 'returnAsGuest', { capToken: token });
  return json.code ?? (json.data as MeView).id;
};

test('the ticket of an arrived upload leads back to its account, and a repeat makes no second upload', async () => {
  const { bytes, token, me } = await lostGuest();
  const uploadKey = crypto.randomUUID();
  const first = await upload(app.url, { capToken: token, title: 'Sent', uploadKey }, { bytes });
  expect(first.status).toBe(200);
  const again = visitor(app.url);
  const back = await callAction<MeView>(again, 'returnAsGuest', { capToken: token });
  expect(back).toEqual(me);
  expect(await whoIs(again)).toEqual(me);
  const fresh = await capToken(again, bytes);
  const repeat = await upload(app.url, { capToken: fresh, title: 'Sent', uploadKey }, { bytes });
  expect((repeat.json.data as { uploadId: string }).uploadId).toBe(
    (first.json.data as { uploadId: string }).uploadId,
  );
});

test('the return works once, only without a session, and for a day', async () => {
  const { token, me } = await lostGuest();
  const somebody = visitor(app.url);
  await capToken(somebody, recording());
  expect(await tryReturn(token, somebody)).toBe('conflict');
  now = START + 24 * HOUR_MS;
  expect(await tryReturn(token)).toBe(me.id);
  expect(await tryReturn(token)).toBe('cap_token_used');
  const late = await lostGuest();
  now = START + 25 * HOUR_MS;
  expect(await tryReturn(late.token)).toBe('cap_token_expired');
});

test('it works only for guests, and only with a solved ticket of this server', async () => {
  const { guest, token } = await lostGuest();
  const [payload, tag, nonces = ''] = token.split('.');
  expect(await tryReturn(`${payload}.${tag}.${'A'.repeat(nonces.length)}`)).toBe('cap_token_invalid');
  expect(await tryReturn(`${payload}.${'A'.repeat(43)}.${nonces}`)).toBe('cap_token_invalid');
  await callAction(guest, 'register', { username: 'Named', password: 'Correct-Horse-9', isOver18: true });
  expect(await tryReturn(token)).toBe('forbidden');
});
