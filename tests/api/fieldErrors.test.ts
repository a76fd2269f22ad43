// Every 422 names its field and the problem: for each field of each body and query, and for checks that only an action
// can make.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type ActionName, CALLS } from '../../api/contract/actions.ts';
import { ERROR_STATUS, type ErrorCode } from '../../api/contract/errors.ts';
import { ApiError } from '../../api/errors.ts';
import { CASES, call, PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { actor, track, waitingUpload } from '../support/server/actors.ts';
import { capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { get, post, upload, type WireReply } from '../support/server/wire.ts';

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  default?: unknown;
}

interface Place {
  path: string[];
  schema: JsonSchema;
  isRequired: boolean;
}

/** Every field of a body, including fields of nested objects. */
function placesIn(schema: JsonSchema, path: string[] = []): Place[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const here = [...path, name];
    const isRequired = schema.required?.includes(name) === true && inner.default === undefined;
    return [{ path: here, schema: inner, isRequired }, ...placesIn(inner, here)];
  });
}

/** A value that no field of this type accepts. */
const wrongFor = ({ type }: JsonSchema): unknown =>
  type === 'boolean' || type === 'number' || type === 'integer' || type === 'object' ? 'no such thing' : 7;

/** A copy of `body` with the value at `path`; undefined removes the field. */
function withValue(body: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  const copy = { ...Object(body) } as Record<string, unknown>;
  const inner = rest.length > 0 ? withValue(copy[name], rest, value) : value;
  if (inner === undefined) delete copy[name];
  else copy[name] = inner;
  return copy;
}

const asText = (value: unknown) => (value === undefined ? undefined : '!'.repeat(5000));

const app = await createTestApp();
const admin = await withPassword(app, await actor(app, 'admin'));
afterAll(() => app.close());

const pointsAt = ({ status, json }: WireReply) => [status, json.code, json.field, json.issue];

const names = (Object.keys(CALLS) as ActionName[]).filter((name) => !CALLS[name].demoOnly);
const placesOf = (name: ActionName) =>
  placesIn(z.toJSONSchema(CALLS[name].body, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

describe('a field that the contract refuses (row 55)', () => {
  test('is checked in every action', () => {
    expect(names.flatMap(placesOf).length).toBeGreaterThan(90);
  });

  test.each(names.filter((name) => placesOf(name).length > 0))('of %s is named', async (name) => {
    const owner = await withPassword(app, await actor(app, 'user'));
    const good = await CASES[name].body?.({ app, owner, caller: admin });
    const isRead = CALLS[name].method === 'GET';
    for (const { path, schema, isRequired } of placesOf(name)) {
      const wrong = isRead ? asText(wrongFor(schema)) : wrongFor(schema);
      const reply = await call(admin, name, withValue(good, path, wrong));
      expect(pointsAt(reply), `${name} ${path.join('.')}`).toEqual([
        422,
        'invalid_body',
        path.at(-1),
        expect.stringMatching(/^(wrong_type|wrong_format|too_long|unknown_choice)$/),
      ]);
      if (schema.type === 'array' && !isRead) {
        const among = await call(admin, name, withValue(good, path, ['fine', 7]));
        expect([among.json.field, among.json.issue], `${name} ${path.join('.')}[1]`).toEqual([
          path.at(-1),
          'wrong_type',
        ]);
      }
      if (!isRequired) continue;
      const without = await call(admin, name, withValue(good, path, undefined));
      expect(pointsAt(without), `${name} without ${path.join('.')}`).toEqual([
        422,
        'invalid_body',
        path.at(-1),
        'missing',
      ]);
    }
  });

  test('names the body when it is not an object', async () => {
    expect(pointsAt(await post(admin, 'addLike', '[]'))).toEqual([422, 'invalid_body', 'body', 'wrong_type']);
    expect(pointsAt(await post(admin, 'addLike', '7'))).toEqual([422, 'invalid_body', 'body', 'wrong_type']);
  });
});

describe('fields that only the action can check', () => {
  const name = (username: unknown) => ['register', { username, password: PASSWORD, isOver18: true }] as const;
  const secret = (password: string) =>
    ['register', { username: 'Fine_Name', password, isOver18: true }] as const;
  const read = (query: Record<string, string>) => ['getTracks', query] as const;

  test.each([
    ['username', 'missing', ...name('')],
    ['username', 'too_short', ...name('ab')],
    ['username', 'too_long', ...name('a'.repeat(21))],
    ['username', 'wrong_characters', ...name('zärtlich')],
    ['username', 'reserved', ...name('you')],
    ['username', 'reserved', ...name('root_admin')],
    ['username', 'reserved', ...name('anon_abcdef')],
    ['password', 'too_short', ...secret('Ab1!')],
    ['password', 'too_simple', ...secret('onlylowercase')],
    ['password', 'too_common', ...secret('Passw0rd')],
    ['isOver18', 'not_confirmed', 'register', { username: 'Fine_Name', password: PASSWORD, isOver18: false }],
    [
      'email',
      'wrong_format',
      'register',
      { username: 'Fine_Name', password: PASSWORD, isOver18: true, email: 'no' },
    ],
    ['category', 'unknown_choice', ...read({ category: 'nowhere' })],
    ['gender', 'unknown_choice', ...read({ gender: 'nobody' })],
    ['tags', 'too_many', ...read({ tags: 'a,b,c,d,e,f' })],
    ['cursor', 'wrong_format', ...read({ cursor: 'mine' })],
  ] as const)('%s: %s', async (field, issue, action, body) => {
    const reply = await call({ ...visitor(app.url), accountId: '', username: '' }, action, body);
    expect(pointsAt(reply)).toEqual([422, 'invalid_body', field, issue]);
  });

  test('for the caller’s own data', async () => {
    const owner = await withPassword(app, await actor(app, 'user'));
    const trackId = await track(app, owner);
    const waits = await waitingUpload(app, owner);
    const self = { userId: owner.accountId };
    const cases: [string, string, ActionName, object][] = [
      ['username', 'too_long', 'updateUser', { ...self, updates: { username: 'a'.repeat(16) } }],
      ['username', 'reserved', 'updateUserData', { ...self, userData: { username: 'staff' } }],
      ['bio', 'too_long', 'updateUser', { ...self, updates: { bio: 'a'.repeat(501) } }],
      ['bio', 'wrong_characters', 'updateUser', { ...self, updates: { bio: 'a\u0000b' } }],
      ['tags', 'too_many', 'updateUser', { ...self, updates: { tags: Array(12).fill('Soft') } }],
      [
        'volume',
        'out_of_range',
        'updateUser',
        { ...self, updates: { preferences: { playback: { volume: 2 } } } },
      ],
      ['title', 'missing', 'updateTrack', { trackId, updates: { title: '   ' } }],
      ['title', 'too_long', 'updateTrack', { trackId, updates: { title: 'a'.repeat(86) } }],
      ['title', 'missing', 'addTrack', { track: { id: waits, title: '   ' } }],
      ['content', 'missing', 'addComment', { trackId, content: '  ' }],
      ['content', 'too_long', 'addComment', { trackId, content: 'a'.repeat(501) }],
      ['followingId', 'oneself', 'addFollow', { follow: { followingId: owner.accountId } }],
      ['followingId', 'oneself', 'addFollow', { follow: { targetUserId: owner.accountId } }],
      ['followingId', 'missing', 'addFollow', { follow: {} }],
      ['targetUserId', 'wrong_format', 'addFollow', { follow: { followingId: 'a', targetUserId: 'b' } }],
      ['newPassword', 'too_simple', 'changePassword', { password: PASSWORD, newPassword: 'onlylowercase' }],
    ];
    for (const [field, issue, action, body] of cases) {
      expect(pointsAt(await post(owner, action, body)), `${action} ${field}`).toEqual([
        422,
        'invalid_body',
        field,
        issue,
      ]);
    }
  });

  test('for an upload and a transfer', async () => {
    const owner = visitor(app.url);
    await post(owner, 'getPowChallenge', { sha256: '0'.repeat(64), size: 1 });
    const bytes = recording(6);
    const capped = await capToken(owner, bytes);
    const send = (fields: Record<string, string>) =>
      upload(app.url, { capToken: capped, ...fields }, { bytes });
    expect(pointsAt(await send({ title: 'x' }))).toEqual([422, 'invalid_body', 'title', 'too_short']);
    expect(pointsAt(await send({ gender: 'Nobody' }))).toEqual([
      422,
      'invalid_body',
      'gender',
      'wrong_format',
    ]);
    expect(pointsAt(await send({ tags: 'no list' }))).toEqual([422, 'invalid_body', 'tags', 'wrong_format']);
    const key = randomUUID();
    expect((await send({ uploadKey: key })).status).toBe(200);
    const other = recording(6);
    const again = await upload(
      app.url,
      { capToken: await capToken(owner, other), uploadKey: key },
      { bytes: other },
    );
    expect(pointsAt(again)).toEqual([422, 'invalid_body', 'uploadKey', 'taken']);
    const opened = await fetch(`${app.url}/api/uploads`, {
      method: 'POST',
      headers: { cookie: owner.cookie, 'upload-complete': '?0' },
    });
    expect([opened.status, await opened.json()]).toMatchObject([
      422,
      { field: 'Upload-Length', issue: 'missing' },
    ]);
  });

  test('an error code of its own with status 422 also has a field', () => {
    const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => ERROR_STATUS[code] === 422);
    expect(codes.length).toBeGreaterThan(3);
    for (const code of codes.filter((each) => each !== 'invalid_body')) {
      expect(new ApiError(code as 'audio_damaged', '').at, code).toMatchObject({ field: expect.any(String) });
    }
  });

  test('no other error names a field', async () => {
    const reply = await get(admin, 'getUser', { userId: 'nobody' });
    expect([reply.status, 'field' in reply.json, 'issue' in reply.json]).toEqual([404, false, false]);
  });
});
