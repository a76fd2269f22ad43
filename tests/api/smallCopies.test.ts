// The small copy of a recording, for listeners who save data: a job makes it after the release, it has the recording's
// permissions, and it goes with the recording.
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import { ApiError } from '../../api/errors.ts';
import { backup } from '../../api/jobs/backup.ts';
import { makeSmallCopies } from '../../api/jobs/smallCopies.ts';
import { sweep } from '../../api/jobs/tidy.ts';
import { smallName } from '../../api/storage/blobs.ts';
import { createDiskStore } from '../../api/storage/disk.ts';
import { heldBytes } from '../../api/uploads/queries.ts';
import { sine } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { type Client, callAction, publish, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';

const RATE = 16_000;
const SECONDS = 6;
const app = await createTestApp();
const chief = await app.admin();
const { db, blobs } = app.deps;
afterAll(() => app.close());

let serial = 0;
const tone = () =>
  writeWav({ sampleRate: RATE, channels: [sine(1000, SECONDS * RATE, RATE, 0.3 + serial++ / 1000)] });

async function sent(owner: Client, claims: Record<string, string> = {}): Promise<string> {
  const { data } = await publish(owner, tone(), {
    ...{ title: 'A tone', filename: 'x.wav', type: 'audio/wav', claims },
  });
  return data.uploadId ?? '';
}

const approve = (uploadId: string) => callAction<TrackView>(chief, 'approveUpload', { uploadId, version: 1 });
const released = async (owner: Client) => approve(await sent(owner));
const make = (change: Partial<typeof app.deps> = {}) =>
  makeSmallCopies({ ...app.deps, ...change }, new AbortController().signal);
const fileOf = (track: TrackView) => track.url.replace('/audio/', '');
const rowOf = (track: TrackView) =>
  db
    .selectFrom('tracks')
    .select(['small', 'small_size'])
    .where('id', '=', track.id)
    .executeTakeFirstOrThrow();
const isStored = async (name: string) => (await blobs.stat(name)) !== null;

async function shown({ id }: TrackView): Promise<TrackView | undefined> {
  const reply = await ask(`/upload.php?action=getTracks&id=${id}`);
  return (JSON.parse(reply.body.toString()).data as TrackView[])[0];
}
const ask = (path: string, by?: Client, headers: Record<string, string> = {}) =>
  plainRequest(app.url + path, { ...(by && { cookie: by.cookie }), ...headers });

test('a released recording gets a copy of less than five eighths of its bytes and of its length', async () => {
  const owner = visitor(app.url);
  const uploadId = await sent(owner);
  await make();
  const track = await approve(uploadId);
  expect(track.small).toBeNull();
  await make();
  const small = (await shown(track))?.small;
  expect(small).toEqual({ url: `/audio/${smallName(fileOf(track))}`, fileSize: expect.any(Number) });
  const reply = await ask(small?.url ?? '');
  expect([reply.status, reply.headers['content-type'], reply.body.length]).toEqual([
    200,
    'audio/mpeg',
    small?.fileSize,
  ]);
  // 48 kbit/s, and the first frame.
  expect(Math.abs(reply.body.length - SECONDS * 6000)).toBeLessThan(600);
  expect(reply.body.length).toBeLessThan((track.fileSize * 5) / 8);
  const part = await ask(small?.url ?? '', undefined, { range: 'bytes=100-199' });
  expect([part.status, part.body.equals(reply.body.subarray(100, 200))]).toEqual([206, true]);

  const path = join(app.deps.env.temporaryDirectory, 'heard.mp3');
  await writeFile(path, reply.body);
  const heard = await app.deps.inspector.inspect(path, reply.body.length);
  expect(heard.codec).toBe('mp3');
  expect(Math.abs(heard.seconds - track.duration)).toBeLessThan(1 / 24_000);
  expect(heard.lufs).toBeCloseTo(track.lufs ?? 0, 0);
});

test('its copy is heard by those who hear the recording, and is deleted with it', async () => {
  const [owner, stranger] = [visitor(app.url), visitor(app.url)];
  const track = await released(owner);
  await make();
  const name = smallName(fileOf(track));
  const statuses = () =>
    Promise.all(
      [stranger, owner, chief].map((by) =>
        Promise.all([track.url, `/audio/${name}`].map(async (path) => (await ask(path, by)).status)),
      ),
    );
  expect(await statuses()).toEqual([
    [200, 200],
    [200, 200],
    [200, 200],
  ]);
  await db.updateTable('tracks').set({ status: 'inactive' }).where('id', '=', track.id).execute();
  const [others, ...known] = await statuses();
  expect(others).toEqual([404, 404]);
  for (const [whole, small] of known) expect(small).toBe(whole);
  await db.updateTable('tracks').set({ status: 'active' }).where('id', '=', track.id).execute();
  expect(await Promise.all([fileOf(track), name].map(isStored))).toEqual([true, true]);
  await callAction(owner, 'deleteTrack', { trackId: track.id });
  expect(await statuses()).toEqual([
    [404, 404],
    [404, 404],
    [404, 404],
  ]);
  expect(await Promise.all([fileOf(track), name].map(isStored))).toEqual([false, false]);
});

test('a new sound loses the copy of the old one and gets its own', async () => {
  const owner = visitor(app.url);
  const before = await released(owner);
  await make();
  const after = await approve(await sent(owner, { replaces: before.id }));
  expect(after.id).toBe(before.id);
  expect((await shown(after))?.small).toBeNull();
  expect(await isStored(smallName(fileOf(before)))).toBe(false);
  await make();
  expect((await rowOf(after)).small).toBe(smallName(fileOf(after)));
  expect(await isStored(smallName(fileOf(after)))).toBe(true);
});

test('no copy remains of a recording that is deleted while it is made', async () => {
  const owner = visitor(app.url);
  const track = await released(owner);
  const inspector = {
    ...app.deps.inspector,
    shrink: async (...call: Parameters<typeof app.deps.inspector.shrink>) => {
      await app.deps.inspector.shrink(...call);
      await callAction(owner, 'deleteTrack', { trackId: track.id });
    },
  };
  await make({ inspector });
  expect(await isStored(smallName(fileOf(track)))).toBe(false);
});

test('none is made where it would save little; refused bytes are not tried again, a failed store is', async () => {
  const [little, refused, late] = [
    await released(visitor(app.url)),
    await released(visitor(app.url)),
    await released(visitor(app.url)),
  ];
  await db
    .updateTable('tracks')
    .set({ size: SECONDS * 9600 })
    .where('id', '=', little.id)
    .execute();
  await db.updateTable('tracks').set({ created_at: 1 }).where('id', '=', late.id).execute();
  const tried: string[] = [];
  const inspector = {
    ...app.deps.inspector,
    shrink: async () => {
      tried.push('once');
      throw tried.length === 1 ? new ApiError('audio_damaged', 'broken') : new ApiError('busy', 'stopped');
    },
  };
  const failedAt = new Map<string, number>();
  const { signal } = new AbortController();
  await expect(makeSmallCopies({ ...app.deps, inspector }, signal, failedAt)).rejects.toThrow('stopped');
  expect(await rowOf(little)).toEqual({ small: null, small_size: 0 });
  expect(await rowOf(refused)).toEqual({ small: null, small_size: 0 });
  expect(await rowOf(late)).toEqual({ small: null, small_size: null });
  expect((await shown(refused))?.small).toBeNull();
  await makeSmallCopies(app.deps, signal, failedAt);
  expect((await rowOf(late)).small, 'not at once').toBeNull();
  app.advance(3600_000);
  await makeSmallCopies(app.deps, signal, failedAt);
  expect((await rowOf(late)).small).toBe(smallName(fileOf(late)));
  expect((await rowOf(refused)).small).toBeNull();
});

test('a crash before its row leaves a file for the sweep, which keeps the others', async () => {
  const [known, crashed] = [await released(visitor(app.url)), await released(visitor(app.url))];
  await make();
  await db.updateTable('tracks').set({ small: null, small_size: 0 }).where('id', '=', crashed.id).execute();
  app.advance(120_000);
  await sweep(app.deps, 60_000, false);
  expect(await isStored(smallName(fileOf(known)))).toBe(true);
  expect(await isStored(fileOf(crashed))).toBe(true);
  expect(await isStored(smallName(fileOf(crashed)))).toBe(false);
});

test('it counts against the limit of the whole store, and not against the quota of its account', async () => {
  const owner = visitor(app.url);
  const track = await released(owner);
  const held = async () => [
    await heldBytes(db, null, null, app.deps.now()),
    await heldBytes(db, track.userId, null, app.deps.now()),
  ];
  const [all = 0, own = 0] = await held();
  await make();
  const { small_size: size } = await rowOf(track);
  expect(size).toBeGreaterThan(0);
  expect(await held()).toEqual([all + (size ?? 0), own]);
});

test('a backup leaves it out, and after a restore it is made again', async () => {
  const owner = visitor(app.url);
  const track = await released(owner);
  await make();
  const name = smallName(fileOf(track));
  const exported = await ask('/upload.php?action=exportAccount', owner);
  const { tracks } = JSON.parse(exported.body.toString()).data as { tracks: { smallAudio: string }[] };
  expect(tracks.map(({ smallAudio }) => smallAudio)).toEqual([`/audio/${name}`]);
  // PostgreSQL has its own backup tools.
  if (app.deps.env.postgres === null) {
    const directory = mkdtempSync(join(tmpdir(), 'aural-small-'));
    try {
      const { missing } = await backup(app.deps.env, join(directory, 'copy'));
      expect(missing).not.toContain(fileOf(track));
      expect(missing).not.toContain(name);
      const copied = createDiskStore(join(directory, 'copy', 'blobs'));
      expect([(await copied.stat(fileOf(track))) !== null, await copied.stat(name)]).toEqual([true, null]);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  await blobs.remove(name);
  expect((await sweep(app.deps, 60_000, false)).missing).toEqual([]);
  expect(await rowOf(track)).toEqual({ small: null, small_size: null });
  await make();
  expect(await isStored(name)).toBe(true);
});
