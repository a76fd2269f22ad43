// Z5: every field of every action with values nobody should send. Never a 5xx, always JSON, no stack trace.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import { describeApi } from '../../api/routes/openapi.ts';
import { actor } from '../support/actors.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { get, post } from '../support/wire.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { DEMO_MODE: 'off' } });
});
afterAll(() => app.close());

const NASTY: unknown[] = [
  null,
  [],
  {},
  [[]],
  '',
  0,
  -1,
  1e308,
  true,
  '\ud800',
  '\u0000',
  'x'.repeat(100_000),
  '../../etc/passwd',
  "'; drop table accounts; --",
  { toString: 'x', __proto__: { admin: true }, constructor: { prototype: 1 } },
];

/** Every body the schema's paths allow, with one leaf replaced. */
function* variants(schema: Record<string, unknown>, value: unknown): Generator<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Record<string, unknown>>;
  for (const [name, property] of Object.entries(properties)) {
    yield { ...example(schema), [name]: value };
    if (property.properties) {
      for (const inner of variants(property, value)) yield { ...example(schema), [name]: inner };
    }
  }
}

/** A body that fits, as far as types go. */
function example(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (property.properties) return [name, example(property)];
      if (property.type === 'integer' || property.type === 'number') return [name, 1];
      if (property.type === 'boolean') return [name, true];
      if (property.type === 'array') return [name, []];
      return [name, Array.isArray(property.enum) ? property.enum[0] : 'abc'];
    }),
  );
}

interface Described {
  post: { requestBody: { content: Record<string, { schema: Record<string, unknown> }> } };
}
const paths = describeApi(false).paths as Record<string, Described>;

function bodyOf(name: string): { schema: Record<string, unknown> } {
  const content = paths[`/upload.php?action=${name}`]?.post.requestBody.content['application/json'];
  if (!content) throw new Error(`${name} is not described`);
  return content;
}

/** These end the caller's session or account when a variant happens to fit. */
const ONCE = new Set(['logout', 'deleteAccount']);

test.each(
  [...ACTIONS].filter(([, action]) => action.method === 'POST' && !action.demoOnly).map(([name]) => name),
)('%s survives every nasty value in every field', async (name) => {
  const content = bodyOf(name);
  let admin = await actor(app, 'admin');
  const wrong: string[] = [];
  for (const value of NASTY) {
    for (const body of [value, ...variants(content.schema, value)]) {
      if (ONCE.has(name)) admin = await actor(app, 'admin');
      const { status, json } = await post(admin, name, JSON.stringify(body) ?? 'null');
      const isClean = status < 500 || json.code === 'busy';
      if (
        !isClean ||
        !/^\{"success":(true|false)/.test(JSON.stringify(json)) ||
        /\.ts:\d/.test(JSON.stringify(json))
      ) {
        wrong.push(`${status} for ${JSON.stringify(body).slice(0, 80)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test.each([...ACTIONS].filter(([, action]) => action.method === 'GET').map(([name]) => name))(
  '%s survives nasty queries',
  async (name) => {
    const admin = await actor(app, 'admin');
    for (const value of ['', '%00', 'x'.repeat(5000), '[]', '-1', '1e999', '\ud83d', '" OR 1']) {
      for (const field of [
        'userId',
        'trackId',
        'cursor',
        'query',
        'limit',
        'days',
        'tags',
        'gender',
        'category',
      ]) {
        const { status } = await get(admin, name, { [field]: value });
        expect(status, `${field}=${value.slice(0, 20)}`).toBeLessThan(500);
      }
    }
  },
);

test('the description of the API names every action', async () => {
  const reply = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, unknown>;
  };
  for (const [name, action] of ACTIONS) {
    expect(`/upload.php?action=${name}` in reply.paths).toBe(!action.demoOnly);
  }
});
