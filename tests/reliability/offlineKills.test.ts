// Server and app are killed repeatedly during writes; every action arrives once (O4). The app's own outbox, queries
// and calls run against the shipped server; a killed app leaves only what is on its phone's disk.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { Random } from '../../api/demo/synth/random.ts';
import { type KillableBrowser, openKillable } from '../support/browser/killableBrowser.ts';
import { expectArrived, newOfflinePerson } from '../support/network/offlinePerson.ts';
import { offlineServerOfFile } from '../support/network/offlineServer.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { listenerSession } from '../support/server/listenerSession.ts';

const STEPS = 60;
/** Longer than one comment delays the next. */
const COMMENT_PAUSE_MS = 6000;

const openedDataSet = offlineServerOfFile();

async function runSeed(seed: number): Promise<void> {
  const instance = openedDataSet();
  const random = new Random(seed);
  const person = await newOfflinePerson(instance);
  let { app } = person;
  const session = listenerSession(instance, random);
  const refused: string[] = [];
  let restarting: Promise<void> = Promise.resolve();
  let isUp = true;
  const kills = { server: 0, app: 0 };
  for (let step = 0; step < STEPS; step++) {
    await session.step(app);
    await sleep(random.next() * 20);
    // The first and the last steps of each run are among the interrupted ones.
    if (isUp && random.next() < 0.06) {
      kills.server++;
      isUp = false;
      restarting = instance.restart().then(() => {
        isUp = true;
      });
    }
    if (random.next() < 0.06) {
      kills.app++;
      refused.push(...app.refused());
      app.kill();
      session.killed();
      app = person.reopen();
    }
  }
  await restarting;
  await expectArrived(instance, { id: person.id, app }, session, { timeout: 60_000, refused });
  expect(kills.server + kills.app).toBeGreaterThan(0);
}

/** A phone with an unbroken network gets no event when the server is back. */
async function tryQuietReturn(): Promise<void> {
  const instance = openedDataSet();
  const person = await newOfflinePerson(instance);
  const before = person.app;
  const [trackId = ''] = instance.trackIds;
  instance.network.cut('rst');
  await before.pressLike(trackId);
  await before.saveBio('Kept');
  before.kill();
  const after = person.reopen();
  await sleep(500);
  expect(after.waiting()).toHaveLength(2);
  instance.network.restore();
  await expect.poll(() => after.waiting(), { timeout: 40_000, interval: 200 }).toEqual([]);
  after.kill();
  expect(await instance.stateOf(person.id)).toMatchObject({ liked: [trackId], bio: 'Kept' });
}

/** A phone's browser is killed: first while the server is away, then when an answer has not come. */
async function tryChromium(): Promise<void> {
  const instance = openedDataSet();
  const person = await instance.newPerson();
  const [trackId = ''] = instance.trackIds;
  const profile = await mkdtemp(join(tmpdir(), 'aural-killed-'));
  const [name = '', value = ''] = (person.cookies[0] ?? '').split('=');
  const open = async (): Promise<KillableBrowser> => {
    const opened = await openKillable(profile);
    await opened.context.addCookies([{ name, value, url: instance.network.url }]);
    await opened.page.goto(`${instance.network.url}/player/${trackId}`);
    await opened.page.getByRole('textbox', { name: 'Your comment' }).waitFor();
    return opened;
  };
  let browser = await open();
  const say = async (text: string) => {
    await browser.page.getByRole('textbox', { name: 'Your comment' }).fill(text);
    await browser.page.keyboard.press('Enter');
  };
  const arrives = (comments: string[]) =>
    expect
      .poll(() => instance.stateOf(person.id), { timeout: 60_000, interval: 200 })
      .toMatchObject({ liked: [trackId], comments: comments.map((text) => `${trackId} ${text}`) });
  try {
    instance.network.cut('rst');
    await browser.page.getByRole('button', { name: /^Like, / }).click();
    await say('a: the server is away');
    await browser.page.locator('[data-unsent]').waitFor();
    await browser.kill();
    instance.network.restore();
    browser = await open();
    await arrives(['a: the server is away']);
    await sleep(COMMENT_PAUSE_MS);
    // The write reaches the server; the browser never receives the answer.
    await browser.page.route('**/upload.php?action=addComment', (route) => void route.fetch());
    await say('b: no answer came');
    await arrives(['a: the server is away', 'b: no answer came']);
    expect(await writesOn(browser)).toBe(1);
    await browser.kill();
    browser = await open();
    // The stored write is sent again: nothing is left, and nothing exists twice.
    await expect.poll(() => writesOn(browser), { timeout: 60_000, interval: 200 }).toBe(0);
    await arrives(['a: the server is away', 'b: no answer came']);
  } finally {
    instance.network.restore();
    await browser.kill().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
}

/** Writes that this phone still stores. */
const writesOn = ({ page }: KillableBrowser): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const asked = indexedDB.open('aural-studio');
        asked.onerror = () => reject(asked.error);
        asked.onsuccess = () => {
          const count = asked.result.transaction('writes').objectStore('writes').count();
          count.onsuccess = () => {
            asked.result.close();
            resolve(count.result);
          };
        };
      }),
  );

promise(
  'O4',
  'killing server and app during writes loses nothing and repeats nothing',
  async (trials) => {
    for (let seed = 1; seed <= trialCount(4, 20); seed++) {
      await trials.run(`seed ${seed}`, () => runSeed(seed));
    }
    await trials.run('Chromium killed twice', tryChromium);
    await trials.run('opened while the server is away, which returns without an event', tryQuietReturn);
  },
  900_000,
);
