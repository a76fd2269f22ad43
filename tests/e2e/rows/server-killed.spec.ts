// The server is killed repeatedly during a listener's visit and restarts on the same data and address: every action
// arrives once, playback continues, and each page shows the right state and recovers by itself.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import type { ActivityView } from '../../../api/contract/news.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { type Client, callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { createAdmin, startServer, type TestServer } from '../../support/server/server.ts';
import { voice } from '../../support/server/voice.ts';
import { sounding, sounds, watchSound } from '../heard.ts';
import { visit } from '../installed.ts';
import { ADMIN } from '../journey.ts';
import { member, phoneOf } from '../profileSteps.ts';
import { readAs } from '../published.ts';

const RATE = 8000;
const SECONDS = 240;
const TITLE = 'Letters in the rain';
const UNHEARD = 'Snow at the window';
/** The app notices a restarted server within this time without user input. */
const BACK = { timeout: 60_000 };

interface KillableServer {
  server: TestServer;
  /** Without notice, as a power cut does. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

async function startKillableServer(): Promise<KillableServer> {
  const data = await mkdtemp(join(tmpdir(), 'aural-killed-'));
  const instance: KillableServer = {
    server: await startServer({}, { data }),
    async kill() {
      process.kill(instance.server.pid, 'SIGKILL');
      await instance.server.stop();
    },
    async restart() {
      instance.server = await startServer({}, { data, port: Number(new URL(instance.server.url).port) });
    },
    async remove() {
      await instance.server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
  await createAdmin(instance.server, ADMIN.username, ADMIN.password);
  return instance;
}

async function publishOne(
  instance: KillableServer,
  of: Client,
  title: string,
  seconds: number,
): Promise<string> {
  const bytes = writeWav({ sampleRate: RATE, channels: [voice(seconds, RATE)] });
  const { data } = await publish(of, bytes, { title, filename: 'a.wav', type: 'audio/wav' });
  const admin = await signIn(instance.server.url, ADMIN.username, ADMIN.password);
  return (await callAction<{ id: string }>(admin, 'approveUpload', { uploadId: data.uploadId })).id;
}

const soundsNow = async (page: Page) => (await sounding(page)).length === 1;
const waits = (page: Page) => page.getByText(/^Waiting to be sent|^Saved on this phone/).first();

for (const size of [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
])
  test(`a listener's visit survives a server killed at every step, at ${size.width} × ${size.height}`, async ({
    browser,
  }) => {
    const instance = await startKillableServer();
    const stage = { server: instance.server, scratch: '' };
    const owl = await member(stage, 'Killed_owl');
    const fan = await member(stage, 'Killed_fan');
    await publishOne(instance, owl, UNHEARD, SECONDS + 1);
    const trackId = await publishOne(instance, owl, TITLE, SECONDS);
    const facts = async () =>
      (
        await readAs<{ likes: number; plays: number; commentsCount: number }[]>(
          visitor(instance.server.url),
          'getTracks',
          { id: trackId },
        )
      )[0];
    const { context, page } = await phoneOf(browser, stage, fan);
    await page.setViewportSize(size);
    await watchSound(page);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await visit(page);
    const main = page.locator('main');
    const button = (name: string | RegExp) => main.getByRole('button', { name }).first();
    const comments = page.getByRole('region', { name: /^Comments/ });
    const said = comments.getByText('while it was away', { exact: true });
    const nav = (name: string | RegExp) => page.getByRole('link', { name }).first();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    await test.step('the feed: playback continues, a like waits and arrives', async () => {
      await button(`Play ${TITLE}`).click();
      await sounds(page);
      await expect.poll(async () => (await facts())?.plays).toBe(1);
      await instance.kill();
      await button(new RegExp(`^Like ${TITLE}`)).click();
      await expect(button(new RegExp(`${TITLE}, 1 like`))).toHaveAttribute('aria-pressed', 'true');
      await expect(waits(page)).toBeVisible();
      await sounds(page);
      await expect(button(/^Pause/)).toBeVisible();
      await instance.restart();
      await expect(waits(page)).toBeHidden(BACK);
      expect(await facts()).toMatchObject({ likes: 1, plays: 1 });
      await expect(button(new RegExp(`${TITLE}, 1 like`))).toHaveAttribute('aria-pressed', 'true');
    });

    await test.step('the player: killed during a press; a comment, a bookmark and a follow', async () => {
      await main.getByRole('link', { name: TITLE, exact: true }).first().click();
      await expect(page.getByText('No comments yet')).toBeVisible();
      await sounds(page);
      const ending = instance.kill();
      await button('Bookmark').click();
      await ending;
      await button(new RegExp(`^Follow ${owl.username}`)).click();
      await page.getByRole('textbox', { name: 'Your comment' }).fill('while it was away');
      await page.keyboard.press('Enter');
      await expect(said).toHaveCount(1);
      await expect(comments.getByText('Waiting to be sent')).toBeVisible();
      await expect(button('Bookmark')).toHaveAttribute('aria-pressed', 'true');
      await sounds(page);
      await instance.restart();
      await expect
        .poll(async () => {
          const activities = await readAs<ActivityView[]>(fan, 'getActivities');
          return activities.map(({ type }) => type).sort();
        }, BACK)
        .toEqual(['my_bookmark', 'my_comment', 'my_follow', 'my_like']);
      expect(await facts()).toMatchObject({ likes: 1, commentsCount: 1 });
      await expect(said).toHaveCount(1);
      await expect(comments.getByText(/^Waiting to be sent$/)).toBeHidden();
    });

    await test.step('search: finds what this phone knows, and asks the server when it is back', async () => {
      await nav('Search').click();
      await expect(page.getByRole('searchbox', { name: 'Search recordings' })).toBeVisible();
      await instance.kill();
      await page.getByRole('searchbox', { name: 'Search recordings' }).fill('letters');
      await expect(main.getByRole('link', { name: TITLE, exact: true })).toBeVisible();
      await expect(page.getByText(/^Offline copy from/)).toBeVisible();
      await instance.restart();
      await expect(page.getByText(/^Offline copy from/)).toBeHidden(BACK);
      await expect(main.getByRole('link', { name: TITLE, exact: true })).toHaveCount(1);
    });

    await test.step('an unseen profile: a sentence, then the profile', async () => {
      await instance.kill();
      await main.getByRole('link', { name: owl.username }).first().click();
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(/boom|ERR_|undefined|Failed to fetch/)).toHaveCount(0);
      await instance.restart();
      await expect(page.getByRole('heading', { name: owl.username, level: 1 })).toBeVisible(BACK);
      await expect(button(new RegExp(`^Following ${owl.username}, 1 follower`))).toBeVisible();
    });

    await test.step('news: a sentence, then each action once', async () => {
      await instance.kill();
      await nav(/^News/).click();
      await page.getByRole('tab', { name: 'My Activities' }).click();
      await expect(
        page
          .getByText('Couldn’t load your news')
          .or(page.getByText(/^Offline copy/))
          .first(),
      ).toBeVisible();
      await instance.restart();
      for (const activity of [/You liked/, /You saved/, /You commented on/, /You follow/])
        await expect(main.getByRole('link', { name: activity })).toHaveCount(1, BACK);
      await expect(page.getByText('Couldn’t load your news')).toHaveCount(0);
    });

    await test.step('an unplayed recording: says that the server is unreachable, then plays', async () => {
      await nav('Home').click();
      await expect(button(`Play ${UNHEARD}`)).toBeVisible();
      await instance.kill();
      await button(`Play ${UNHEARD}`).click();
      await expect(page.getByText('We can’t reach the server right now.').first()).toBeVisible();
      await expect(page.getByText(/nicht verfügbar/)).toHaveCount(0);
      await instance.restart();
      const again = main.getByRole('button', { name: /^(Try again|Play)/ });
      await expect(async () => {
        if (!(await soundsNow(page))) await again.first().click({ timeout: 1000 });
        await sounds(page);
      }).toPass(BACK);
    });

    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await sounds(page);
    await page.reload();
    expect(await facts()).toMatchObject({ likes: 1, plays: 1, commentsCount: 1 });
    const owlNews = await readAs<{ type: string }[]>(owl, 'getNotifications');
    expect(owlNews.map(({ type }) => type).sort()).toEqual([
      'bookmark',
      'comment',
      'follow',
      'like',
      'upload_approved',
      'upload_approved',
    ]);
    expect(faults).toEqual([]);
    await context.close();
    await instance.remove();
  });
