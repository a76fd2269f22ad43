// Makes the small copies of public recordings, for listeners who save data. If interrupted, it resumes with the next run.
import { rm, stat } from 'node:fs/promises';
import { isWorthShrinking } from '../contract/smallCopy.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { assertStored, smallName } from '../storage/blobs.ts';
import { tracksWithoutSmall } from '../tracks/fileQueries.ts';
import { noteSmallCopy } from '../tracks/store.ts';

type SmallCopyDeps = Pick<Deps, 'db' | 'blobs' | 'temporary' | 'inspector' | 'log' | 'now'>;
type Recording = Awaited<ReturnType<typeof tracksWithoutSmall>>[number];

/** Most recordings of one run; the next one continues. */
const PER_RUN = 100;
/** A recording whose copy failed is tried again after this, so that it does not hold up the others. */
const RETRY_MS = 3600 * 1000;

/** Whether the engine refused the bytes, and would refuse them again. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.code.startsWith('audio_');

/** Writes the copy to `path` and stores it. Returns its size. */
async function storeSmallCopy(
  { blobs, temporary, inspector }: SmallCopyDeps,
  { file, duration }: Recording,
  name: string,
): Promise<number> {
  const [path, smallPath] = [temporary.path(), temporary.path()];
  try {
    await blobs.copyTo(file, path);
    await inspector.shrink(path, duration, smallPath);
    const { size } = await stat(smallPath);
    await blobs.putFile(name, smallPath);
    await assertStored(blobs, name, size);
    return size;
  } finally {
    for (const each of [path, smallPath]) await rm(each, { force: true });
  }
}

/** Returns whether the recording has a small copy now. */
async function makeSmallCopy(deps: SmallCopyDeps, recording: Recording): Promise<boolean> {
  const { file, size, duration } = recording;
  // The sweep reports missing audio.
  if (!isWorthShrinking(size, duration) || !(await deps.blobs.stat(file))) {
    await noteSmallCopy(deps.db, file, null);
    return false;
  }
  const name = smallName(file);
  try {
    const copy = { name, size: await storeSmallCopy(deps, recording, name) };
    const isNoted = await noteSmallCopy(deps.db, file, copy);
    // The recording was deleted meanwhile.
    if (!isNoted) await deps.blobs.remove(name);
    return isNoted;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await noteSmallCopy(deps.db, file, null);
    deps.log.warn({ err: error, file }, 'No small copy can be made of a recording');
    return false;
  }
}

/**
 * Makes missing small copies, newest recordings first, one at a time at the lowest priority, so that uploads keep the other
 * thread. Throws at a failure of the server or the store and notes its time in `failedAt`, for later runs. `signal` stops it after
 * the current one.
 */
export async function makeSmallCopies(
  deps: SmallCopyDeps,
  signal: AbortSignal,
  failedAt = new Map<string, number>(),
): Promise<void> {
  let made = 0;
  for (const recording of await tracksWithoutSmall(deps.db, PER_RUN)) {
    if (signal.aborted) break;
    if (deps.now() - (failedAt.get(recording.file) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) continue;
    try {
      if (await makeSmallCopy(deps, recording)) made++;
      failedAt.delete(recording.file);
    } catch (error) {
      failedAt.set(recording.file, deps.now());
      throw error;
    }
  }
  if (made > 0) deps.log.info({ made }, 'Made small copies of recordings');
}
