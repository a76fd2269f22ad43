// Every kind of outbox write, sent five times at once and five times more under its key (O2): each repeat gets
// the first answer, and the rows equal those of a server that received each write once.
import { afterAll, beforeAll, expect } from 'vitest';
import type { WriteName } from '../../api/contract/actions.ts';
import { ApiError } from '../../src/api/client.ts';
import { type OfflineServer, openOfflineServer } from '../support/network/offlineServer.ts';
import { sendAs } from '../support/network/phoneApp.ts';
import { promise } from '../support/rules/promise.ts';
import { comparableRows } from '../support/server/comparableRows.ts';
import { outboxWrites, type WriteScene, writeScene } from '../support/server/writeScene.ts';

let once: OfflineServer;
let again: OfflineServer;
beforeAll(async () => {
  [once, again] = [await openOfflineServer(), await openOfflineServer()];
});
afterAll(async () => {
  await once?.remove();
  await again?.remove();
});

/** All answers of one write sent several times concurrently and then again. A concurrent attempt may have to wait. */
async function sendRepeatedly(
  scene: WriteScene,
  [who, action, body]: [keyof WriteScene['cookies'], WriteName, object],
  times: number,
): Promise<unknown[]> {
  const key = crypto.randomUUID();
  const send = () =>
    sendAs({ url: scene.url, cookie: scene.cookies[who] }, action, body, key).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'idempotency_key_in_flight') return null;
      throw error;
    });
  const first: unknown[] = await Promise.all(Array.from({ length: times }, send));
  const answers: unknown[] = first.filter((answer) => answer !== null);
  for (let i = 1; i < times; i++) answers.push(await send());
  return answers;
}

promise('O2', 'a write sent five times at once and five times more takes effect once', async (trials) => {
  const [single, repeated] = [await writeScene(once), await writeScene(again)];
  for (const [index, write] of outboxWrites.entries()) {
    await trials.run(`${index + 1}: ${write.name}`, async () => {
      const [answer] = await sendRepeatedly(single, write.of(single), 1);
      write.learn?.(single, answer);
      const answers = await sendRepeatedly(repeated, write.of(repeated), 5);
      write.learn?.(repeated, answers[0]);
      expect(answers.length).toBeGreaterThan(4);
      for (const each of answers) expect(each).toEqual(answers[0]);
    });
  }
  await trials.run('the rows', async () => {
    const rows = await comparableRows(again.databaseFile);
    expect(rows.length).toBeGreaterThan(100);
    const wanted = await comparableRows(once.databaseFile);
    const differing = rows.filter((line, index) => line !== wanted[index]);
    expect(differing.join('; ')).toBe('');
    expect(rows).toEqual(wanted);
  });
});
