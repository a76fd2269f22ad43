// A listener in the browsers that Playwright does not drive: feed, playback, like, comment, search, profile, news.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSoundDevice, type SoundDevice } from '../support/audio/soundDevice.ts';
import { writeWav } from '../support/audio/wav.ts';
import { button, type DrivenPage, until } from '../support/browser/drivenPage.ts';
import { openFirefox } from '../support/browser/firefoxPage.ts';
import { MINI_BROWSER, openWebKit } from '../support/browser/webKitPage.ts';
import { callAction, publish, signIn, visitor } from '../support/server/publish.ts';
import { createAdmin, startServer, type TestServer } from '../support/server/server.ts';
import { voice } from '../support/server/voice.ts';

const PHONE = { width: 360, height: 640 };
const ADMIN = { username: 'night_watch', password: 'Candle-light-42' };
const RATE = 16_000;

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync) ?? 'firefox-esr';

let sound: SoundDevice;
let server: TestServer;
beforeAll(async () => {
  sound = await openSoundDevice();
  server = await startServer({ DEMO_MODE: 'off' });
  await createAdmin(server, ADMIN.username, ADMIN.password);
});
afterAll(async () => {
  sound?.close();
  await server?.stop();
});

const BROWSERS: [string, () => Promise<DrivenPage>][] = [
  ['Firefox ESR', () => openFirefox(FIREFOX, PHONE, sound.env)],
  ['WebKitGTK', () => openWebKit('WebKitWebDriver', MINI_BROWSER, PHONE)],
];

/** Another user publishes it and an admin approves it; returns its id. */
async function heard(title: string): Promise<string> {
  const bytes = writeWav({ sampleRate: RATE, channels: [voice(60, RATE)] });
  const { data } = await publish(visitor(server.url), bytes, {
    title,
    filename: 'night.wav',
    type: 'audio/wav',
  });
  const admin = await signIn(server.url, ADMIN.username, ADMIN.password);
  return (await callAction<{ id: string }>(admin, 'approveUpload', { uploadId: data.uploadId })).id;
}

const facts = async (trackId: string) => {
  const reply = await fetch(`${server.url}/upload.php?action=getTracks&id=${trackId}`);
  const { data } = (await reply.json()) as {
    data: { likes: number; plays: number; commentsCount: number }[];
  };
  return data[0];
};

/** Types into the first field with this accessible name. */
const type = (page: DrivenPage, label: string, text: string) =>
  page.run(`const field = document.querySelector('[aria-label=${JSON.stringify(label)}]');
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set;
    field.focus();
    set.call(field, ${JSON.stringify(text)});
    field.dispatchEvent(new Event('input', { bubbles: true }));`);
/** Includes text below the screen that has no layout yet. */
const shows = (page: DrivenPage, text: string) =>
  until(page, `return document.body.textContent.includes(${JSON.stringify(text)})`);
/** Playback position in whole seconds, from the card's progress line or the page's ring. */
const AT = `(() => {
  const line = document.querySelector('[data-phase] input[type=range], [role=slider]');
  return Number(line?.getAttribute('aria-valuenow') ?? line?.value ?? 0);
})()`;
/** True when the visualizer runs and its picture changed since the last call. */
const MOVES = `const circle = document.querySelector('canvas[data-visualizer]');
  if (circle?.dataset.running !== 'true' || circle.width < 100) return false;
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [circle.width, circle.height];
  copy.getContext('2d').drawImage(circle, 0, 0);
  const [before, now] = [globalThis.circleShown, copy.toDataURL()];
  globalThis.circleShown = now;
  return before !== undefined && before !== now;`;
const labelled = (start: string) =>
  `[...document.querySelectorAll('button, a')].find((it) => it.checkVisibility() &&
    (it.getAttribute('aria-label') ?? it.innerText).trim().startsWith(${JSON.stringify(start)}))`;

it.each(BROWSERS)('opens, plays, likes, comments, searches and reads in %s', async (name, open) => {
  const title = `Heard in ${name}`;
  const trackId = await heard(title);
  const page = await open();
  try {
    await page.open(`${server.url}/`);
    await until(page, `return !!${button(`Play ${title}`)}`);
    await page.click(button(`Play ${title}`));
    await until(page, `return !!${button('Ich bin mindestens 18 Jahre alt')}`);
    await page.click(button('Ich bin mindestens 18 Jahre alt'));
    await until(page, `return ${AT} >= 2`);

    await page.click(labelled(`Like ${title}`));
    await expect.poll(() => facts(trackId)).toMatchObject({ likes: 1, plays: 1 });

    // Navigation does not stop playback.
    const before = await page.run<number>(`return ${AT}`);
    await page.click(labelled(title));
    await until(page, `return location.pathname === '/player/${trackId}' && ${AT} > ${before}`);
    await until(page, MOVES);
    await until(page, 'return !!document.querySelector(\'[aria-label="Your comment"]\')');
    await type(page, 'Your comment', 'Stay a little');
    await page.click(button('Send'));
    await shows(page, 'Stay a little');
    await expect.poll(() => facts(trackId)).toMatchObject({ commentsCount: 1 });

    await page.click(button('Search'));
    await until(page, 'return !!document.querySelector(\'[aria-label="Search recordings"]\')');
    await type(page, 'Search recordings', title.split(' ').at(-1) ?? title);
    await until(page, `return location.search.includes('q=') && !!${labelled(title)}`);

    await page.click(button('Profile'));
    await until(page, "return location.pathname === '/profile' && document.body.innerText.includes('Liked')");
    await page.click(labelled('News'));
    await until(page, "return location.pathname === '/news'");
    await page.click(button('My Activities'));
    await shows(page, title);
  } finally {
    await page.close();
  }
});
