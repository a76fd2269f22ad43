// The power fails at every point of real uploads, and unsynced data is lost (D3). The server starts on each possible
// disk, misses nothing that it acknowledged, and shows nothing half done.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { readEnv } from '../../api/env.ts';
import { repairAtStart } from '../../api/jobs/schedule.ts';
import { openDeps } from '../../api/open.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { violations } from '../support/server/invariants.ts';
import { callAction, capToken, signIn, visitor } from '../support/server/publish.ts';
import { startServer } from '../support/server/server.ts';
import { recording } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, sendPiece } from '../support/server/transfers.ts';
import { upload } from '../support/server/wire.ts';
import { type DiskLog, diskTrace, readDiskLog, readImage } from '../support/storage/diskLog.ts';
import { replay, survivors, writeImage } from '../support/storage/powerLoss.ts';
import { requireStrace } from '../support/storage/systemCalls.ts';

const UPLOADS = trialCount(2, 10);
const ADMIN = { ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: 'Correct-Horse-9' };
const SETTINGS = {
  STORAGE_RESERVE_BYTES: '0',
  DATABASE_RESERVE_BYTES: '0',
  RATE_LIMIT_FACTOR: '1000',
  LOG_LEVEL: 'silent',
};

/** Where the disks are rebuilt; syncs cost nothing there and are not needed. */
const DISKS = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Acknowledged writes; each is a promise once its answer was sent. */
interface Write {
  kind: 'upload' | 'track' | 'like' | 'deletion';
  id: string;
  /** Appears in its answer and in no earlier one. */
  marker: string;
}

/** Uploads by form and in pieces, approved and liked; the last one deleted again. In the order of their answers. */
async function work(url: string): Promise<Write[]> {
  const writes: Write[] = [];
  const admin = await signIn(url, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD);
  for (let index = 0; index < UPLOADS; index++) {
    const person = visitor(url);
    const bytes = recording(5);
    let data: UploadData;
    if (index % 2 === 0) {
      data = (await upload(url, { capToken: await capToken(person, bytes) }, { bytes })).json
        .data as UploadData;
    } else {
      const { key } = await createTransfer(person, bytes);
      const middle = bytes.length >> 1;
      await sendPiece(person, key, 0, bytes.subarray(0, middle));
      await sendPiece(person, key, middle, bytes.subarray(middle));
      data = (await publishPieces(person, key)).json.data as unknown as UploadData;
    }
    writes.push({ kind: 'upload', id: data.uploadId, marker: data.filename });
    const track = await callAction<{ id: string }>(admin, 'approveUpload', { uploadId: data.uploadId });
    writes.push({ kind: 'track', id: track.id, marker: track.id });
    const like = await callAction<{ id: string }>(person, 'addLike', { like: { trackId: track.id } });
    writes.push({ kind: 'like', id: like.id, marker: like.id });
    if (index === UPLOADS - 1) {
      await callAction(admin, 'deleteTrack', { trackId: track.id });
      writes.push({ kind: 'deletion', id: track.id, marker: '' });
    }
  }
  return writes;
}

/** How many operations had begun when each write's answer left. */
function answeredAt({ operations }: DiskLog, writes: readonly Write[]): number[] {
  let from = 0;
  return writes.map(({ marker }) => {
    const at = operations.findIndex(
      (operation, index) => index >= from && operation.kind === 'said' && operation.bytes.includes(marker),
    );
    if (at < 0) throw new Error(`no answer holds ${marker}`);
    from = at + 1;
    return from;
  });
}

interface Shown {
  tracks: string[];
  /** Ids of tracks and pending uploads. */
  files: string[];
}

/** Starts the server's own code on a directory, as its process does; returns what it would show. */
async function boot(directory: string): Promise<Shown> {
  const deps = await openDeps(
    readEnv({
      ...SETTINGS,
      NODE_ENV: 'test',
      DEMO_MODE: 'off',
      DATABASE_URL: `file:${join(directory, 'aural.db')}`,
      STORAGE_URL: `file:${join(directory, 'blobs')}`,
    }),
  );
  try {
    await repairAtStart(deps);
    const tracks = await deps.db.selectFrom('tracks').select(['id', 'file']).execute();
    const waiting = await deps.db
      .selectFrom('uploads')
      .select('file')
      .where('status', '=', 'pending_review')
      .execute();
    return { tracks: tracks.map(({ id }) => id), files: [...tracks, ...waiting].map(({ file }) => file) };
  } finally {
    await deps.close();
  }
}

promise(
  'D3',
  'starts after any power loss with everything acknowledged and nothing half done',
  async (trials) => {
    requireStrace();
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'aural-power-')));
    const data = join(folder, 'data');
    mkdirSync(data);
    try {
      // The first start creates keys and tables, long before the power fails.
      await (await startServer({ ...SETTINGS, ...ADMIN }, { data })).stop();
      const before = readImage(data);
      const traceLog = join(folder, 'calls');
      const server = await startServer(
        { ...SETTINGS, ...ADMIN, UV_USE_IO_URING: '0' },
        { data, wrap: diskTrace(traceLog) },
      );
      let writes: Write[];
      try {
        writes = await work(server.url);
      } finally {
        await server.stop();
      }
      const log = readDiskLog(readFileSync(traceLog, 'latin1'), data, before);
      const answered = answeredAt(log, writes);

      const replayed = replay(before, log.operations);
      const after = readImage(data);
      await trials.run('the model ends in the state of the real disk', () => {
        expect([...replayed.names.keys()].sort()).toEqual([...after.names.keys()].sort());
        for (const [path, file] of after.names) {
          const rebuilt = replayed.contents.get(replayed.names.get(path) ?? -1);
          expect(rebuilt?.equals(after.contents.get(file) ?? Buffer.alloc(0)), path).toBe(true);
        }
      });

      /** Every blob as it was when it got its name. */
      const blobs = new Map<string, Buffer>();
      for (const operation of log.operations)
        if (operation.kind === 'rename' && /^blobs\/[0-9a-f]{2}\//.test(operation.path))
          blobs.set(operation.path, replayed.contents.get(operation.file) ?? Buffer.alloc(0));

      const deletion = writes.findIndex(({ kind }) => kind === 'deletion');
      /** From here on it may be missing: it was requested after the previous answer. */
      const deletableFrom = answered[deletion - 1] ?? 0;
      for (const { done, image, name } of survivors(log, (path) => path.startsWith('limits.db'))) {
        const promised = writes.filter((_, index) => (answered[index] ?? 0) <= done);
        const doomed = writes[deletion]?.id ?? '';
        const isDeleted = promised.some(({ kind }) => kind === 'deletion');
        const mayBeDeleted = done >= deletableFrom;
        const ids = (kind: Write['kind']) =>
          promised
            .filter((write, index) => write.kind === kind && !(mayBeDeleted && index >= deletion - 3))
            .map(({ id }) => id);
        await trials.run(name, async () => {
          const disk = mkdtempSync(join(DISKS, 'aural-disk-'));
          try {
            writeImage(image(), disk);
            const { tracks, files } = await boot(disk);
            const found = await violations(disk, { uploads: ids('upload'), likes: ids('like') });
            expect(found.join('; ')).toBe('');
            expect(tracks).toEqual(expect.arrayContaining(ids('track')));
            if (isDeleted) expect(tracks).not.toContain(doomed);
            for (const file of files) {
              const path = `blobs/${file.slice(0, 2)}/${file}`;
              expect(blobs.get(path)?.equals(await readFile(join(disk, path))), `bytes of ${file}`).toBe(
                true,
              );
            }
          } finally {
            rmSync(disk, { recursive: true, force: true });
          }
        });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  trialCount(300_000, 3_600_000),
);
