// /.well-known/security.txt names the contact of this installation.
import { afterEach, expect, it } from 'vitest';
import { readEnv } from '../../api/env.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';

const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

async function securityText(env: Record<string, string>): Promise<{ status: number; text: string }> {
  const app = await createTestApp({ env });
  opened.push(app);
  const reply = await fetch(`${app.url}/.well-known/security.txt`);
  return { status: reply.status, text: await reply.text() };
}

it('is missing while no contact is set', async () => {
  expect((await securityText({})).status).toBe(404);
});

it('names the operator’s address, an end in the future and the public place', async () => {
  const { status, text } = await securityText({
    OPERATOR_EMAIL: 'post@stimmen.example',
    PUBLIC_URL: 'https://stimmen.example',
  });
  expect(status).toBe(200);
  expect(text).toMatch(/^Contact: mailto:post@stimmen\.example$/m);
  expect(text).toMatch(/^Canonical: https:\/\/stimmen\.example\/\.well-known\/security\.txt$/m);
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? [];
  expect(new Date(expires).getTime()).toBeGreaterThan(Date.now());
});

it('prefers its own setting, which must be a URI', async () => {
  const own = { OPERATOR_EMAIL: 'post@stimmen.example', SECURITY_CONTACT: 'https://stimmen.example/holes' };
  expect((await securityText(own)).text).toMatch(/^Contact: https:\/\/stimmen\.example\/holes$/m);
  expect(() => readEnv({ SECURITY_CONTACT: 'post@stimmen.example' })).toThrow(
    'SECURITY_CONTACT must look like mailto:',
  );
});
