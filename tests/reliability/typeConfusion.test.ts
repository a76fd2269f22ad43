// Every field of every action with invalid values (Z5). Never a 5xx, always JSON, no stack trace.
import { expect } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import { UPLOAD_FIELDS } from '../../api/contract/uploadForm.ts';
import { describeApi } from '../../api/routes/openapi.ts';
import { promise } from '../support/rules/promise.ts';
import { actor } from '../support/server/actors.ts';
import { createTestApp } from '../support/server/testApp.ts';

/** JSON texts, because not all of them survive being a JavaScript value. */
const NASTY = [
  'null',
  '[]',
  '{}',
  '[[]]',
  '""',
  '0',
  '-1',
  '1e309',
  '1e308',
  '0.1',
  'true',
  '"NaN"',
  '"\\ud800"',
  '"\\u0000"',
  `"${'x'.repeat(1024 * 1024)}"`,
  `"${'ä'.repeat(20_000)}"`,
  '"../../etc/passwd"',
  '"\'; drop table accounts; --"',
  '{"toString":"x","__proto__":{"admin":true},"constructor":{"prototype":1}}',
];

type Schema = Record<string, unknown>;
const propertiesOf = (schema: Schema) => (schema.properties ?? {}) as Record<string, Schema>;

/** A value of the right type, as JSON text. */
function example(schema: Schema): string {
  if (schema.properties) {
    const fields = Object.entries(propertiesOf(schema)).map(
      ([name, property]) => `${JSON.stringify(name)}:${example(property)}`,
    );
    return `{${fields.join(',')}}`;
  }
  if (schema.type === 'integer' || schema.type === 'number') return '1';
  if (schema.type === 'boolean') return 'true';
  if (schema.type === 'array') return '[]';
  return JSON.stringify(Array.isArray(schema.enum) ? schema.enum[0] : 'abc');
}

/** The body with one field replaced, or with it missing (`value` null), field by field, at every depth. */
function* variants(schema: Schema, value: string | null): Generator<string> {
  const properties = Object.entries(propertiesOf(schema));
  const withField = (name: string, text: string | null) =>
    `{${properties
      .filter(([each]) => each !== name || text !== null)
      .map(([each, property]) => `${JSON.stringify(each)}:${each === name ? text : example(property)}`)
      .join(',')}}`;
  for (const [name, property] of properties) {
    yield withField(name, value);
    for (const inner of variants(property, value)) yield withField(name, inner);
  }
}

interface Described {
  post?: { requestBody: { content: Record<string, { schema: Schema }> } };
  get?: { parameters: { name: string }[] };
}
const paths = describeApi({ demoMode: false, publicOrigin: null }).paths as Record<string, Described>;

/** These end the caller's session or account when a variant happens to be valid. */
const ONCE = new Set(['logout', 'deleteAccount']);

async function checkReply(reply: Response, sent: string): Promise<void> {
  const text = await reply.text();
  const what = `${reply.status} for ${sent.slice(0, 80)}`;
  expect(reply.status < 500 || reply.status === 503, what).toBe(true);
  expect(reply.headers.get('content-type'), what).toContain('application/json');
  const json = JSON.parse(text) as { success: boolean; code?: string; error?: string };
  expect(json.success, what).toBe(reply.status < 400);
  if (!json.success) expect([typeof json.code, typeof json.error], what).toEqual(['string', 'string']);
  expect(text, what).not.toMatch(/\.ts:\d|\.js:\d|at \w+ \(|SQLITE|node_modules/);
}

promise('Z5', 'answers bad input of every kind with JSON that reveals no internals', async (trials) => {
  const app = await createTestApp({ env: { DEMO_MODE: 'off' } });
  try {
    let admin = await actor(app, 'admin');
    const send = async (name: string, body: string) => {
      if (ONCE.has(name)) admin = await actor(app, 'admin');
      const reply = await fetch(`${app.url}/upload.php?action=${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: admin.cookie },
        body,
      });
      await checkReply(reply, `${name} ${body}`);
    };
    for (const [name, action] of ACTIONS) {
      if (action.method !== 'POST' || action.demoOnly) continue;
      const schema = paths[`/api/actions/${name}`]?.post?.requestBody.content['application/json']?.schema;
      if (!schema) throw new Error(`${name} is not described`);
      for (const value of [...NASTY, null]) {
        const bodies = value === null ? [...variants(schema, null)] : [value, ...variants(schema, value)];
        for (const body of bodies) {
          await trials.run(`${name} ${body.slice(0, 60)}`, () => send(name, body));
        }
      }
    }
    for (const [name, action] of ACTIONS) {
      if (action.method !== 'GET') continue;
      const known = paths[`/api/actions/${name}`]?.get?.parameters.map((each) => each.name) ?? [];
      for (const field of [...known, 'userId', 'action']) {
        for (const value of ['', '%00', 'x'.repeat(5000), '[]', '-1', '1e999', '%ED%A0%80', '%', '" OR 1']) {
          const path = `/upload.php?action=${name}&${field}=${value.startsWith('%') ? value : encodeURIComponent(value)}`;
          await trials.run(path.slice(0, 80), async () => {
            await checkReply(await fetch(app.url + path, { headers: { cookie: admin.cookie } }), path);
          });
        }
      }
    }
    for (const field of [...UPLOAD_FIELDS, 'deviceId']) {
      for (const value of NASTY) {
        await trials.run(`upload with ${field} ${value.slice(0, 40)}`, async () => {
          const form = new FormData();
          form.set(field, value);
          form.set('audio', new Blob([new Uint8Array(64)]), 'take.wav');
          await checkReply(await fetch(`${app.url}/upload.php`, { method: 'POST', body: form }), field);
        });
      }
    }
    await trials.run('nothing was dropped', async () => {
      const people = await app.deps.db.selectFrom('accounts').select('id').execute();
      expect(people.length).toBeGreaterThan(0);
    });
  } finally {
    await app.close();
  }
});
