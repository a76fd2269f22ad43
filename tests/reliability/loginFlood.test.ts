// Fifty sign-ins a second, each with argon2, do not slow playback for listeners (A4).
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { promise, trialCount } from '../support/rules/promise.ts';
import { callAction, capToken, signIn, visitor } from '../support/server/publish.ts';
import { CHIEF, createServerHome } from '../support/server/serverProcess.ts';
import { recording } from '../support/server/testApp.ts';
import { upload } from '../support/server/wire.ts';

const SECONDS = trialCount(12, 30);
const PER_SECOND = 50;
/** The limits of the promise. */
const RANGE_P99_MS = 250;
const GROWTH_BYTES = 150 * 1024 * 1024;

/** Resident memory; bytes. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024;

promise(
  'A4',
  'a flood of sign-ins leaves playback fast and memory small, and gets 429 or 503 beyond its limit',
  async (trials) => {
    const home = await createServerHome();
    try {
      const server = await home.start();
      const admin = await signIn(server.url, CHIEF.username, CHIEF.password);
      const bytes = recording(60);
      const token = await capToken(visitor(server.url), bytes);
      const { json } = await upload(server.url, { capToken: token, title: 'Heard meanwhile' }, { bytes });
      const { uploadId } = json.data as { uploadId: string };
      const { url } = await callAction<{ url: string }>(admin, 'approveUpload', { uploadId });

      const before = memoryOf(server.pid);
      let most = before;
      const statuses = new Map<number, number>();
      const ranges: number[] = [];
      let isOver = false;
      const login = async () => {
        const reply = await fetch(`${server.url}/upload.php?action=login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: CHIEF.username, password: 'Wrong-Horse-1' }),
        });
        await reply.arrayBuffer();
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      };
      const listen = async () => {
        for (let at = 0; !isOver; at = (at + 65_536) % 400_000) {
          const from = performance.now();
          const reply = await fetch(server.url + url, { headers: { range: `bytes=${at}-${at + 65_535}` } });
          await reply.arrayBuffer();
          ranges.push(performance.now() - from);
          expect(reply.status).toBe(206);
          await sleep(20);
        }
      };
      const listeners = [listen(), listen()];
      const logins: Promise<void>[] = [];
      for (let tick = 0; tick < SECONDS * 10; tick++) {
        for (let count = 0; count < PER_SECOND / 10; count++) logins.push(login());
        most = Math.max(most, memoryOf(server.pid));
        await sleep(100);
      }
      await Promise.all(logins);
      isOver = true;
      await Promise.all(listeners);

      const p99 = ranges.sort((a, b) => a - b)[Math.floor(ranges.length * 0.99)] ?? Number.POSITIVE_INFINITY;
      trials.measured(p99, 'ms p99 of a range');
      await trials.run(`${ranges.length} ranges`, () => expect(p99).toBeLessThan(RANGE_P99_MS));
      await trials.run('memory', () => expect(most - before).toBeLessThan(GROWTH_BYTES));
      await trials.run('every sign-in was answered', () => {
        expect([...statuses.keys()].filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
        expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(SECONDS * PER_SECOND);
      });
      await trials.run('an honest sign-in works afterwards', async () => {
        await signIn(server.url, CHIEF.username, CHIEF.password);
      });
      await server.kill();
    } finally {
      await home.remove();
    }
  },
);
