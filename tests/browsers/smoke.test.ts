// Record, edit and publish in the browsers that Playwright does not drive.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { button, type DrivenPage, until } from '../support/browser/drivenPage.ts';
import { openFirefox } from '../support/browser/firefoxPage.ts';
import { MINI_BROWSER, openWebKit } from '../support/browser/webKitPage.ts';
import { signIn } from '../support/server/publish.ts';
import { createAdmin, startServer, type TestServer } from '../support/server/server.ts';

const PHONE = { width: 360, height: 640 };
const ADMIN = { username: 'night_watch', password: 'Candle-light-42' };
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync) ?? 'firefox-esr';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEMO_MODE: 'off' });
  await createAdmin(server, ADMIN.username, ADMIN.password);
});
afterAll(() => server?.stop());

const BROWSERS: [string, () => Promise<DrivenPage>][] = [
  ['Firefox ESR', () => openFirefox(FIREFOX, PHONE)],
  ['WebKitGTK', () => openWebKit('WebKitWebDriver', MINI_BROWSER, PHONE)],
];

it.each(BROWSERS)('records, edits and publishes in %s', async (name, open) => {
  const page = await open();
  try {
    await page.open(`${server.url}/record`);
    await page.click(button('Start recording'));
    await page.click(button('Ich bin mindestens 18 Jahre alt'));
    await until(page, "return document.body.innerText.includes('00:06')");
    await page.click(button('Stop recording'));
    await until(
      page,
      "return location.pathname === '/audio-editor' && document.body.innerText.includes('Sounds good!')",
    );
    await page.click(button('Next Step'));
    await until(page, "return location.pathname === '/upload'");
    const title = `A take in ${name}`;
    const titleField =
      "[...document.querySelectorAll('label')].find((it) => it.innerText.startsWith('Title'))?.control";
    await until(page, `return ${titleField} instanceof HTMLInputElement`);
    await page.run(`const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
      set.call(${titleField}, ${JSON.stringify(title)});
      ${titleField}.dispatchEvent(new Event('input', { bubbles: true }));`);
    await page.click(button('Publish'));
    await until(page, "return document.body.innerText.includes('Checking your upload')");

    const admin = await signIn(server.url, ADMIN.username, ADMIN.password);
    const reply = await fetch(`${server.url}/upload.php?action=getPendingUploads`, {
      headers: { cookie: admin.cookie },
    });
    const { data: waiting } = (await reply.json()) as { data: { title: string; duration: number }[] };
    expect(waiting.map((row) => row.title)).toContain(title);
    const arrived = waiting.find((row) => row.title === title);
    expect(arrived?.duration).toBeGreaterThan(5);
    expect(arrived?.duration).toBeLessThan(9);
  } finally {
    await page.close();
  }
});
