// A disk that is full, read-only, missing or foreign, and a process without descriptors (D4, D5): every request gets JSON,
// nothing is lost, and no restart is needed.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { longRecording } from '../support/audio/longRecording.ts';
import { promise } from '../support/rules/promise.ts';
import { openDescriptors, softLimit } from '../support/server/processFacts.ts';
import { type Client, callAction, capToken, signIn, visitor } from '../support/server/publish.ts';
import { startServer } from '../support/server/server.ts';
import { asNobody } from '../support/server/unprivileged.ts';
import { get, post, upload, type WireReply } from '../support/server/wire.ts';
import { diskOf, fillDisk, onSmallDisk } from '../support/storage/smallDisk.ts';

const ADMIN = { ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: 'Correct-Horse-9' };
const QUIET = {
  STORAGE_RESERVE_BYTES: '0',
  RATE_LIMIT_FACTOR: '1000',
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
};
const SIZE = 400 * 1024;
const DELETED = 4;
const isRoot = process.getuid?.() === 0;

/** A server whose data is on a small disk of its own, and that disk's path seen from here. */
async function serverOnSmallDisk(megabytes: number) {
  const data = mkdtempSync(join(tmpdir(), 'aural-disk-'));
  const wrap = onSmallDisk(data, megabytes);
  const server = await startServer({ ...QUIET, ...ADMIN, DATABASE_RESERVE_BYTES: '1048576' }, { wrap, data });
  return { server, disk: diskOf(server.pid, data), data };
}

function expectFaultAnswer(reply: WireReply): void {
  expect([503, 507]).toContain(reply.status);
  expect(reply.json).toMatchObject({ success: false, code: expect.stringMatching(/^(storage_full|busy)$/) });
}

async function ticketed(person: Client, bytes: Buffer): Promise<Record<string, string>> {
  return { capToken: await capToken(person, bytes) };
}

promise(
  'D4',
  'a full disk refuses uploads with JSON, still reads and plays, and an admin can make room',
  async (trials) => {
    const { server, disk, data } = await serverOnSmallDisk(8);
    try {
      const admin = await signIn(server.url, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD);
      const tracks: { id: string; url: string }[] = [];
      for (let index = 0; index < 30; index++) {
        const bytes = longRecording(SIZE);
        const reply = await upload(server.url, await ticketed(visitor(server.url), bytes), { bytes });
        if (reply.status !== 200) {
          await trials.run('the upload that found the disk full', () => expectFaultAnswer(reply));
          break;
        }
        const { uploadId, url } = reply.json.data as UploadData;
        const approved = await post(admin, 'approveUpload', { uploadId });
        if (approved.status !== 200) {
          await trials.run('the approval that found the disk full', () => expectFaultAnswer(approved));
          break;
        }
        tracks.push({ id: (approved.json.data as { id: string }).id, url });
      }
      expect(tracks.length).toBeGreaterThanOrEqual(DELETED);
      // Another program takes the last bytes.
      const person = visitor(server.url);
      const bytes = longRecording(SIZE);
      const fields = await ticketed(person, bytes);
      fillDisk(disk);
      for (let index = 0; index < 50; index++) {
        await trials.run(`try ${index}`, async () => {
          const started = performance.now();
          expectFaultAnswer(await upload(server.url, fields, { bytes }));
          const milliseconds = performance.now() - started;
          trials.measured(milliseconds, 'ms');
          expect(milliseconds).toBeLessThan(1000);
        });
      }
      await trials.run('no half file', () => expect(readdirSync(join(disk, 'blobs/tmp'))).toEqual([]));
      await trials.run('the feed', async () => {
        expect((await get(visitor(server.url), 'getTracks')).json.data).toHaveLength(tracks.length);
      });
      await trials.run('playback', async () => {
        const response = await fetch(server.url + tracks[0]?.url);
        expect([response.status, (await response.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
      });
      await trials.run('an admin signs in and deletes', async () => {
        const again = await signIn(server.url, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD);
        for (const { id } of tracks.slice(0, DELETED))
          await callAction(again, 'deleteTrack', { trackId: id });
        expect((await get(visitor(server.url), 'getTracks')).json.data).toHaveLength(tracks.length - DELETED);
      });
      await trials.run('uploads work again', async () => {
        expect((await upload(server.url, fields, { bytes })).status).toBe(200);
      });
    } finally {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
  },
);

/** Uploads during a fault, then without it: first JSON 5xx, later a stored upload. */
async function survive(url: string, begin: () => void, end: () => void): Promise<void> {
  const person = visitor(url);
  const bytes = longRecording(SIZE);
  const fields = await ticketed(person, bytes);
  begin();
  try {
    const reply = await upload(url, fields, { bytes });
    expect(reply.status).toBeGreaterThanOrEqual(500);
    expect(reply.json).toMatchObject({ success: false, code: expect.any(String) });
  } finally {
    end();
  }
  const { status, json } = await upload(url, fields, { bytes });
  expect({ status, code: json.code }).toEqual({ status: 200, code: undefined });
}

const run = (command: string, ...words: string[]) => {
  const done = spawnSync(command, words, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command} ${words.join(' ')}: ${done.stderr}`);
};

promise(
  'D5',
  'recovers without a restart from a read-only, missing or closed disk and from too few descriptors, with 5xx JSON',
  async (trials) => {
    await trials.run('read-only disk', async () => {
      const { server, data } = await serverOnSmallDisk(64);
      const inside = (command: string) => {
        const enter = isRoot ? ['-m'] : ['-U', '-m', '--preserve-credentials'];
        run('nsenter', '-t', String(server.pid), ...enter, 'sh', '-c', command);
      };
      const parts = join(data, 'blobs/tmp');
      try {
        await survive(
          server.url,
          // A second mount of the folder can be read-only while the database is open.
          () => inside(`mount --bind ${parts} ${parts} && mount -o remount,bind,ro ${parts}`),
          () => inside(`umount ${parts}`),
        );
      } finally {
        await server.stop();
        rmSync(data, { recursive: true, force: true });
      }
    });
    const data = mkdtempSync(join(tmpdir(), 'aural-fault-'));
    const server = await startServer(QUIET, { wrap: await asNobody(data), data });
    const parts = join(data, 'blobs/tmp');
    try {
      await trials.run('missing directory', () =>
        survive(
          server.url,
          () => renameSync(parts, `${parts}-away`),
          () => renameSync(`${parts}-away`, parts),
        ),
      );
      await trials.run('EACCES', () =>
        survive(
          server.url,
          () => chmodSync(parts, 0o000),
          () => chmodSync(parts, 0o700),
        ),
      );
    } finally {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
    await trials.run('EMFILE', async () => {
      const own = await startServer(QUIET);
      const limit = (count: number) => run('prlimit', '--pid', String(own.pid), `--nofile=${count}:`);
      const usual = softLimit(own.pid);
      try {
        // One descriptor for the connection, none for the file.
        await survive(
          own.url,
          () => limit((openDescriptors(own.pid) ?? 0) + 1),
          () => limit(usual),
        );
      } finally {
        await own.stop();
      }
    });
  },
);
