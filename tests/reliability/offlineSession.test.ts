// A user keeps working while the network comes and goes, and the server ends with exactly their actions (O1).
// The app's own outbox, queries and calls run against the shipped server, compared with a model.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { Random } from '../../api/demo/synth/random.ts';
import type { Cut } from '../support/network/chaosProxy.ts';
import { expectArrived, newOfflinePerson } from '../support/network/offlinePerson.ts';
import { offlineServerOfFile } from '../support/network/offlineServer.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { listenerSession } from '../support/server/listenerSession.ts';

const STEPS = 200;
const CUTS: readonly Cut[] = ['fin', 'rst', 'stall'];

const openedDataSet = offlineServerOfFile();

async function runSeed(seed: number): Promise<void> {
  const instance = openedDataSet();
  const random = new Random(seed);
  const person = await newOfflinePerson(instance);
  const { app } = person;
  const session = listenerSession(instance, random);
  let cuts = 0;
  let stepsAway = 0;
  for (let step = 0; step < STEPS; step++) {
    await session.step(app);
    await sleep(random.next() * 8);
    if (stepsAway > 0 && --stepsAway === 0) {
      instance.network.restore();
      app.online();
    } else if (stepsAway === 0 && random.next() < 0.06) {
      cuts++;
      stepsAway = 1 + Math.floor(random.next() * 15);
      instance.network.cut(random.pick(CUTS));
    } else if (stepsAway === 0 && random.next() < 0.04) {
      // It arrives, but its answer is lost.
      instance.network.plan([{ kind: 'drop-answer', request: /^POST \/upload\.php/ }]);
    }
  }
  instance.network.restore();
  // The page gets the event, as after any other cut; otherwise it would retry by itself within minutes.
  if (stepsAway > 0) app.online();
  await expectArrived(instance, person, session, { timeout: 30_000 });
  expect(cuts).toBeGreaterThan(0);
}

promise(
  'O1',
  'ends with every action applied once on the server, however the network comes and goes',
  async (trials) => {
    for (let seed = 1; seed <= trialCount(3, 20); seed++) {
      await trials.run(`seed ${seed}`, () => runSeed(seed));
    }
  },
  900_000,
);
