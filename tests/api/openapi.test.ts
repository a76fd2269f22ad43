// `/api/openapi.json`, as tools that generate clients read it.
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, expect, test } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import { SUMMARIES } from '../../api/contract/summaries.ts';
import { describeApi } from '../../api/routes/openapi.ts';
import { visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  responses: Record<string, unknown>;
  parameters?: { name: string; in: string }[];
}
interface Description {
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, { type: string; in?: string; name?: string }> };
}
const described = (publicOrigin: string | null = null) =>
  describeApi({ demoMode: true, publicOrigin }) as unknown as Description;

const METHODS = new Set(['get', 'post', 'patch', 'delete']);
const operations = ({ paths }: Description): Operation[] =>
  Object.values(paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, each]) => (METHODS.has(method) ? [each] : [])),
  );

const app = await createTestApp();
afterAll(() => app.close());

test('is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(
    structuredClone(described()) as object as Record<string, unknown>,
  );
  expect([valid, errors]).toEqual([true, undefined]);
});

test('has no query in a path, and an id, a line and a known subject for each operation', () => {
  const document = described();
  expect(Object.keys(document.paths).filter((path) => /[?#]/.test(path))).toEqual([]);
  const all = operations(document);
  const ids = all.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const subjects = new Set(document.tags.map(({ name }) => name));
  for (const { operationId, summary, tags, responses } of all) {
    expect(summary?.length, operationId).toBeGreaterThan(5);
    expect(tags?.every((tag) => subjects.has(tag)) && tags.length === 1, operationId).toBe(true);
    expect(Object.keys(responses), operationId).toEqual(['200', '4XX', '5XX']);
  }
});

test('names each action once in the summaries, and no other', () => {
  const named = Object.values(SUMMARIES).flatMap((lines) => Object.keys(lines));
  expect(named.toSorted()).toEqual([...ACTIONS.keys()].toSorted());
});

test('names the server and the cookie that it sets', async () => {
  expect(described().servers).toEqual([{ url: '/' }]);
  expect(described('https://aural.example').servers).toEqual([{ url: 'https://aural.example' }]);
  const cookieOf = (origin: string | null) => described(origin).components.securitySchemes.cookie?.name;
  expect(cookieOf('https://aural.example')).toBe('__Host-aural');
  const person = visitor(app.url);
  await post(person, 'becomeGuest');
  expect(person.cookie.startsWith(`${cookieOf(null)}=`)).toBe(true);
  const schemes = new Set(Object.keys(described().components.securitySchemes));
  const used = operations(described()).flatMap(({ security }) => security.flatMap(Object.keys));
  expect(new Set(used)).toEqual(schemes);
});

test('a described path does what the action does, with its session, query and refusals', async () => {
  const call = (path: string, init: RequestInit = {}) => fetch(`${app.url}/api/actions/${path}`, init);
  const person = visitor(app.url);
  const made = await call('becomeGuest', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  person.cookie = made.headers.get('set-cookie')?.split(';')[0] ?? '';
  const mine = await call('me', { headers: { cookie: person.cookie } });
  expect(await mine.json()).toEqual((await get(person, 'me')).json);
  expect((await (await call('getUser?userId=nobody')).json()).code).toBe('not_found');
  // Two actions with the same query have separate cached answers.
  const [tags, passwords] = await Promise.all(
    ['getTags', 'getCommonPasswords'].map(async (name) => (await call(name)).text()),
  );
  expect(tags).not.toBe(passwords);
  expect((await call('getTracks', { method: 'POST', body: '{}' })).status).toBe(405);
  expect([(await call('nothing')).status, (await call('')).status]).toEqual([404, 404]);
  const foreign = { 'content-type': 'application/json', origin: 'https://evil.example' };
  expect((await call('becomeGuest', { method: 'POST', headers: foreign, body: '{}' })).status).toBe(403);
});
