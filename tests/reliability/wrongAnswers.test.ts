// Six kinds of foreign answers to the ticket request and to the upload (O5): the take stays on the phone, is shown as
// unpublished, and arrives once when the server answers again; so do a like and a comment.
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { type OfflineServer, openOfflineServer } from '../support/network/offlineServer.ts';
import { openApp } from '../support/network/phoneApp.ts';
import { emptyDisk } from '../support/network/phoneDisk.ts';
import {
  WRONG_ANSWERS,
  type Wrong,
  type WrongAnswers,
  wrongAnswers,
} from '../support/network/wrongAnswers.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { recording } from '../support/server/testApp.ts';

/** A name that never resolves (RFC 6761). */
const NOWHERE = 'http://aural.invalid';
const WAITS = 'Waiting to be sent';
const SIGN_IN_FIRST =
  'This network asks you to sign in first. Your recording is saved here, and we’ll send it then.';

const CALLS = {
  'every call': /^POST \/upload\.php/,
  'only the upload': /^POST \/upload\.php$/,
};

let instance: OfflineServer;
let network: WrongAnswers;
beforeAll(async () => {
  instance = await openOfflineServer();
  network = await wrongAnswers(instance.url());
});
afterAll(async () => {
  await network?.close();
  await instance?.remove();
});
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

async function runCase(kind: Wrong | 'unknown name', call: keyof typeof CALLS): Promise<void> {
  const { id, cookies } = await instance.newPerson();
  // The fast gate does not wait three minutes for a silent upload, twice.
  const silenceMs = trialCount(3000, 180_000);
  const disk = emptyDisk(cookies[0] ?? '');
  const app = openApp(disk, network.url, id, [], silenceMs);
  const [trackId = ''] = instance.trackIds;
  await expect.poll(() => [app.bio(), app.liked(trackId)]).toEqual(['', false]);
  if (kind === 'unknown name') app.reach(NOWHERE);
  else network.answer(kind, CALLS[call]);
  await app.upload('A take', recording(6));
  const saying = app.comment(trackId, 'A word');
  await app.pressLike(trackId);
  // It was tried and had to wait.
  const patience = { timeout: trialCount(30_000, 400_000), interval: 100 };
  await expect.poll(() => app.said('A take'), patience).toBe(kind === '200 HTML' ? SIGN_IN_FIRST : WAITS);
  if (call === 'every call') {
    expect(await saying).toBe('queued');
    expect(app.waiting().sort()).toEqual(['A take', 'addComment', 'addLike']);
  }
  expect(disk.files.size).toBe(1);
  expect((await instance.stateOf(id)).uploads).toEqual([]);
  if (kind === 'unknown name') app.reach(network.url);
  else {
    expect(network.given()).toBeGreaterThan(0);
    network.answer(null);
  }
  app.online();
  await expect.poll(() => app.waiting(), { timeout: 20_000, interval: 100 }).toEqual([]);
  app.kill();
  expect(app.refused()).toEqual([]);
  expect(disk.files.size).toBe(0);
  expect(await instance.stateOf(id)).toMatchObject({
    uploads: ['A take'],
    liked: [trackId],
    comments: [`${trackId} A word`],
  });
}

promise(
  'O5',
  'a take survives any wrong answer, is shown as unpublished, and arrives once later',
  async (trials) => {
    for (const call of Object.keys(CALLS) as (keyof typeof CALLS)[]) {
      for (const kind of WRONG_ANSWERS) {
        await trials.run(`${kind} to ${call}`, () => runCase(kind, call));
      }
    }
    await trials.run('a name that is not resolved', () => runCase('unknown name', 'every call'));
  },
  1_800_000,
);
