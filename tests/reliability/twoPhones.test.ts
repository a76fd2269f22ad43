// Two phones of one account make conflicting changes, offline and online; soon after both are online they show the
// server's state (O3). The app's own outbox, queries, lists and events against the shipped server.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { Random } from '../../api/demo/synth/random.ts';
import { type ChaosProxy, chaosProxy } from '../support/network/chaosProxy.ts';
import { type OfflineServer, openOfflineServer } from '../support/network/offlineServer.ts';
import { openApp, type PhoneApp } from '../support/network/phoneApp.ts';
import { emptyDisk } from '../support/network/phoneDisk.ts';
import { promise, trialCount } from '../support/rules/promise.ts';

const STEPS = 40;
/** The promise. */
const SOON_MS = 5000;

let instance: OfflineServer;
let networks: ChaosProxy[];
beforeAll(async () => {
  instance = await openOfflineServer();
  networks = [await chaosProxy(instance.url()), await chaosProxy(instance.url())];
});
afterAll(async () => {
  for (const network of networks ?? []) await network.close();
  await instance?.remove();
});
beforeEach(() => {
  for (const channel of ['warn', 'info'] as const) vi.spyOn(console, channel).mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

/** What a phone shows of the account. */
const shownOn = (app: PhoneApp) => ({
  liked: instance.trackIds.filter((id) => app.liked(id)).sort(),
  bio: app.bio(),
  waiting: app.waiting(),
});

async function runSeed(seed: number): Promise<void> {
  const random = new Random(seed);
  const { id, cookies } = await instance.newPerson(2);
  const apps = networks.map(({ url }, index) => openApp(emptyDisk(cookies[index] ?? ''), url, id, []));
  const [trackId = ''] = instance.trackIds;
  for (const app of apps) {
    await expect.poll(() => [app.bio(), app.liked(trackId)]).toEqual(['', false]);
    await app.listen();
  }
  const isAway = [false, false];
  const comeBack = async (index: number) => {
    if (!isAway[index]) return;
    isAway[index] = false;
    networks[index]?.restore();
    apps[index]?.online();
    await apps[index]?.listen();
  };
  for (let step = 0; step < STEPS; step++) {
    const index = Math.floor(random.next() * 2);
    const app = apps[index];
    // Few items, so that both phones touch the same ones.
    const track = instance.trackIds[Math.floor(random.next() * 3)] ?? '';
    if (random.next() < 0.7) await app?.pressLike(track);
    else await app?.saveBio(`Of phone ${index}, step ${step}`);
    await sleep(random.next() * 30);
    if (random.next() < 0.2) {
      if (isAway[index]) await comeBack(index);
      else {
        isAway[index] = true;
        networks[index]?.cut('rst');
      }
    }
  }
  await comeBack(0);
  await comeBack(1);
  const since = performance.now();
  await expect
    .poll(
      async () => {
        const { liked, bio } = await instance.stateOf(id);
        const wanted = JSON.stringify({ liked, bio, waiting: [] });
        return apps.map((app) => JSON.stringify(shownOn(app)) === wanted);
      },
      { timeout: SOON_MS, interval: 50 },
    )
    .toEqual([true, true]);
  expect(performance.now() - since).toBeLessThan(SOON_MS);
  for (const app of apps) {
    expect(app.refused()).toEqual([]);
    app.kill();
  }
}

promise(
  'O3',
  'two phones of one account with conflicting changes show the server’s state within 5 s of being online',
  async (trials) => {
    for (let seed = 1; seed <= trialCount(4, 20); seed++) {
      await trials.run(`seed ${seed}`, () => runSeed(seed));
    }
  },
);
