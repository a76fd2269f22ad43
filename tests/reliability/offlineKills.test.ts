// O4: server and app are killed while writes are on their way, again and again; what was done arrives, once. The app's own
// outbox, queries and calls against the shipped server; what an app leaves on its phone is all that the next one has.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { Random } from '../../api/demo/synth/random.ts';
import { listenerSession } from '../support/listenerSession.ts';
import { type OfflineHouse, openOfflineHouse } from '../support/offlineHouse.ts';
import { expectArrived, newOfflinePerson } from '../support/offlinePerson.ts';
import { promise, trialCount } from '../support/promise.ts';

const STEPS = 60;

let house: OfflineHouse;
beforeAll(async () => {
  house = await openOfflineHouse();
});
afterAll(() => house?.remove());
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

async function tryOut(seed: number): Promise<void> {
  const random = new Random(seed);
  const person = await newOfflinePerson(house);
  let { app } = person;
  const session = listenerSession(house, random);
  const refused: string[] = [];
  let restarting: Promise<void> = Promise.resolve();
  let isUp = true;
  const kills = { server: 0, app: 0 };
  for (let step = 0; step < STEPS; step++) {
    await session.step(app);
    await sleep(random.next() * 20);
    // The first and the last steps of each run are among those that are interrupted.
    if (isUp && random.next() < 0.06) {
      kills.server++;
      isUp = false;
      restarting = house.restart().then(() => {
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
  await expectArrived(house, { id: person.id, app }, session, { timeout: 60_000, refused });
  expect(kills.server + kills.app).toBeGreaterThan(0);
}

/** Nothing tells a phone whose network never went that the server is back. */
async function tryQuietReturn(): Promise<void> {
  const person = await newOfflinePerson(house);
  const before = person.app;
  const [trackId = ''] = house.trackIds;
  house.network.cut('rst');
  await before.pressLike(trackId);
  await before.saveBio('Kept');
  before.kill();
  const after = person.reopen();
  await sleep(500);
  expect(after.waiting()).toHaveLength(2);
  house.network.mend();
  await expect.poll(() => after.waiting(), { timeout: 40_000, interval: 200 }).toEqual([]);
  after.kill();
  expect(await house.held(person.id)).toMatchObject({ liked: [trackId], bio: 'Kept' });
}

promise(
  'O4',
  'server and app killed while writes are on their way lose nothing and do nothing twice',
  async (trials) => {
    for (let seed = 1; seed <= trialCount(4, 20); seed++) {
      await trials.run(`seed ${seed}`, () => tryOut(seed));
    }
    await trials.run('opened while the server is away, which comes back without a word', tryQuietReturn);
  },
  900_000,
);
