// The order in which an upload reaches the disk, and what a sweep may remove (D2, D6).
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { sweep } from '../../api/jobs/tidy.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { actor, track } from '../support/server/actors.ts';
import { capToken, visitor } from '../support/server/publish.ts';
import { startServer } from '../support/server/server.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, sendPiece } from '../support/server/transfers.ts';
import { upload } from '../support/server/wire.ts';
import { readSystemCalls, requireStrace, straceWords } from '../support/storage/systemCalls.ts';

promise('D2', 'syncs bytes, renames, syncs folder and row, and only then answers', async (trials) => {
  requireStrace();
  const folder = mkdtempSync(join(tmpdir(), 'aural-strace-'));
  const log = join(folder, 'calls');
  const wrap = straceWords(
    log,
    'fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg',
    2000,
  );
  const server = await startServer(
    { STORAGE_RESERVE_BYTES: '0', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' },
    { wrap },
  );
  const names: string[] = [];
  try {
    for (let index = 0; index < trialCount(20, 40); index++) {
      const person = visitor(server.url);
      const bytes = recording(5);
      if (index % 2 === 0) {
        const reply = await upload(server.url, { capToken: await capToken(person, bytes) }, { bytes });
        names.push((reply.json.data as UploadData).filename);
      } else {
        const { key } = await createTransfer(person, bytes);
        await sendPiece(person, key, 0, bytes);
        const reply = await publishPieces(person, key);
        names.push((reply.json.data as unknown as UploadData).filename);
      }
    }
  } finally {
    await server.stop();
  }
  const calls = readSystemCalls(readFileSync(log, 'utf8'));
  rmSync(folder, { recursive: true });
  const isSync = (name: string) => name === 'fsync' || name === 'fdatasync';
  for (const name of names) {
    await trials.run(name, () => {
      const renamed = calls.find((call) => call.name.startsWith('rename') && call.text.includes(`/${name}"`));
      const source = /"([^"]+\.part)"/.exec(renamed?.text ?? '')?.[1] ?? 'none';
      const synced = calls.find((call) => isSync(call.name) && call.text.includes(`<${source}>`));
      const from = (line: number) => calls.filter((call) => call.begin > line);
      const folderSynced = from(renamed?.end ?? Number.POSITIVE_INFINITY).find(
        (call) => isSync(call.name) && call.text.includes(`/blobs/${name.slice(0, 2)}>`),
      );
      const rowSynced = from(folderSynced?.end ?? Number.POSITIVE_INFINITY).find(
        (call) => isSync(call.name) && call.text.includes('/aural.db-wal>'),
      );
      const answered = calls.find(
        (call) => /^(write|writev|sendto|sendmsg)$/.test(call.name) && call.text.includes(name),
      );
      const lines = [
        synced?.end,
        renamed?.begin,
        renamed?.end,
        folderSynced?.begin,
        folderSynced?.end,
        rowSynced?.begin,
        rowSynced?.end,
        answered?.begin,
      ];
      expect(lines.every((line) => line !== undefined)).toBe(true);
      expect(lines).toEqual([...lines].sort((a, b) => (a ?? 0) - (b ?? 0)));
    });
  }
});

promise(
  'D6',
  'a sweep removes every orphan, reports every missing file, and touches nothing else',
  async (trials) => {
    const app = await createTestApp({ env: { SWEEP_MAX_PERCENT: '100' } });
    const { storage } = app.deps.env;
    const folder = storage.kind === 'disk' ? storage.directory : '';
    try {
      /** As if it were two minutes old. */
      const blob = async (name = `${randomBytes(16).toString('hex')}.mp3`) => {
        await app.deps.blobs.put(name, Buffer.from('audio'));
        const past = new Date(Date.now() - 120_000);
        await utimes(join(folder, name.slice(0, 2), name), past, past);
        return name;
      };
      const owner = await actor(app, 'user');
      const files: string[] = [];
      for (let index = 0; index < 40; index++) {
        const id = await track(app, owner);
        const row = await app.deps.db
          .selectFrom('tracks')
          .select('file')
          .where('id', '=', id)
          .executeTakeFirst();
        files.push(row?.file ?? '');
      }
      const missing = files.slice(0, 20);
      const kept = await Promise.all(files.slice(20).map((name) => blob(name)));
      const orphans = await Promise.all(Array.from({ length: 100 }, () => blob()));
      const dry = await sweep(app.deps, 60_000, true);
      await trials.run('a dry run changes nothing', async () => {
        expect(await app.blobNames()).toHaveLength(120);
      });
      for (const orphan of orphans) await trials.run(orphan, () => expect(dry.orphans).toContain(orphan));
      for (const file of missing) await trials.run(file, () => expect(dry.missing).toContain(file));
      expect([dry.orphans.length, dry.missing.length]).toEqual([100, 20]);

      let sweeping = true;
      const sweeps = (async () => {
        while (sweeping) await sweep(app.deps, 60_000, false);
      })();
      const send = async () => {
        const person = visitor(app.url);
        const bytes = recording(5);
        return upload(
          app.url,
          { capToken: await capToken(person, bytes), uploadKey: randomUUID() },
          { bytes },
        );
      };
      const replies = [];
      // One address has eight inspections waiting at most.
      for (let round = 0; round < 4; round++)
        replies.push(...(await Promise.all(Array.from({ length: 5 }, send))));
      sweeping = false;
      await sweeps;
      for (const [index, reply] of replies.entries()) {
        await trials.run(`live upload ${index}`, async () => {
          expect(await app.deps.blobs.stat((reply.json.data as UploadData).filename)).not.toBeNull();
        });
      }
      expect((await app.blobNames()).filter((name) => orphans.includes(name))).toEqual([]);
      expect((await app.blobNames()).filter((name) => kept.includes(name))).toHaveLength(20);
    } finally {
      await app.close();
    }
  },
);
