// The engine's work in another process (INSPECTION): inspections of uploads and small copies of recordings. A server passes
// the bytes through the store and waits for the result and the new file. The other process sees nothing but the bytes.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { ErrorCode } from '../contract/errors.ts';
import type { Db } from '../db/client.ts';
import { countFreeJobs } from '../db/jobStore.ts';
import type { Schema } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { InspectedAudio, Inspector } from '../inspect/inspector.ts';
import type { BlobStore } from '../storage/blobs.ts';
import { type Asked, askForJob, serveJobs } from './queue.ts';

const KIND = 'inspection';
const SHRINKING = 'small copy';
/** Inspections at a time: as many as the inspector runs. */
const AT_ONCE = 2;
/** Most waiting uploads of one server; each polls ten times a second. */
const WAITING_MAX = 64;
const WAITING_PER_CALLER = 8;

interface Wanted {
  /** Name in the store of pieces. */
  name: string;
  sizeBytes: number;
  /** Whether a copy without metadata is wanted. */
  isCopyWanted: boolean;
}

type Found =
  /** `copyName`: name of the copy in the store of pieces. */
  | { audio: InspectedAudio; copyName: string | null }
  | {
      refused: { code: Exclude<ErrorCode, 'invalid_body'>; message: string; headers: Record<string, string> };
    };

interface ToShrink {
  /** Name in the store of pieces. */
  name: string;
  seconds: number;
}
type Shrunk = { copyName: string } | Extract<Found, { refused: unknown }>;

/** JSON with bytes as base64. */
const written = (found: Found | Shrunk): string =>
  JSON.stringify(found, (_key, value) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  );
const read = <Answer extends Found | Shrunk>(found: string): Exclude<Answer, { refused: unknown }> => {
  const answer = parsed(found) as Answer;
  if (!('refused' in answer)) return answer as Exclude<Answer, { refused: unknown }>;
  const { code, message, headers } = answer.refused;
  throw new ApiError(code, message, { headers });
};
const parsed = (found: string): Found | Shrunk =>
  JSON.parse(found, (_key, value) =>
    typeof value?.base64 === 'string' ? new Uint8Array(Buffer.from(value.base64, 'base64')) : value,
  );

const newName = () => `${randomBytes(16).toString('hex')}.resume`;

async function keepFile({ pieces }: Pick<BlobStore, 'pieces'>, name: string, path: string): Promise<void> {
  await pieces.begin(name);
  await pieces.append(name, 0, createReadStream(path));
}

const unavailable = () =>
  new ApiError('inspection_unavailable', 'No server inspects uploads at the moment', {
    headers: { 'Retry-After': '30' },
  });

/** `patienceMs`: how long an upload may wait for an inspecting process, at the start or after one has died. */
export function inspectElsewhere(
  { db, blobs }: { db: Kysely<Schema>; blobs: BlobStore },
  patienceMs: number,
): Inspector {
  const ending = new AbortController();
  let waiting = 0;
  const waitingOf = new Map<string, number>();
  const count = (caller: string, step: 1 | -1) => {
    waiting += step;
    const own = (waitingOf.get(caller) ?? 0) + step;
    if (own === 0) waitingOf.delete(caller);
    else waitingOf.set(caller, own);
  };
  const ask = async (asked: Asked): Promise<string> => {
    const outcome = await askForJob(db, asked, ending.signal).catch((error) => {
      throw ending.signal.aborted ? new ApiError('busy', 'The inspection was stopped') : error;
    });
    if (outcome === null) throw unavailable();
    return outcome;
  };
  return {
    inspect: async (path, sizeBytes, cleanPath, caller = 'server') => {
      if (waiting >= WAITING_MAX || (waitingOf.get(caller) ?? 0) >= WAITING_PER_CALLER)
        throw new ApiError('busy', 'Too many uploads at once', { headers: { 'Retry-After': '10' } });
      count(caller, 1);
      const input: Wanted = { name: newName(), sizeBytes, isCopyWanted: cleanPath !== undefined };
      const names = [input.name];
      try {
        await keepFile(blobs, input.name, path);
        const outcome = await ask({ kind: KIND, caller, input, patienceMs });
        const { audio, copyName } = read<Found>(outcome);
        if (copyName) names.push(copyName);
        if (copyName && cleanPath) await blobs.pieces.copyTo(copyName, cleanPath);
        return audio;
      } finally {
        count(caller, -1);
        // If this fails, the jobs remove it with the unfinished uploads.
        for (const name of names) await blobs.pieces.remove(name).catch(() => {});
      }
    },
    shrink: async (path, seconds, smallPath) => {
      const input: ToShrink = { name: newName(), seconds };
      const names = [input.name];
      try {
        await keepFile(blobs, input.name, path);
        const asked = { kind: SHRINKING, caller: 'server', input, patienceMs };
        const { copyName } = read<Shrunk>(await ask(asked));
        names.push(copyName);
        await blobs.pieces.copyTo(copyName, smallPath);
      } finally {
        for (const name of names) await blobs.pieces.remove(name).catch(() => {});
      }
    },
    close: async () => ending.abort(),
  };
}

/** Number of uploads of all servers that wait for their inspection. */
export const waitingInspections = (db: Db): Promise<number> => countFreeJobs(db, KIND);

type InspectingDeps = Pick<Deps, 'db' | 'log' | 'blobs' | 'temporary' | 'inspector'>;

/** The refusal as a result; other errors are thrown, and the job is done again. */
function refusedBy(error: unknown): Extract<Found, { refused: unknown }> {
  if (!(error instanceof ApiError) || error.code === 'invalid_body') throw error;
  return { refused: { code: error.code, message: error.message, headers: error.headers } };
}

async function inspectJob({ blobs, temporary, inspector }: InspectingDeps, wanted: Wanted): Promise<Found> {
  const [path, cleanPath] = [temporary.path(), temporary.path()];
  try {
    const { name, sizeBytes, isCopyWanted } = wanted;
    await blobs.pieces.copyTo(name, path);
    const audio = await inspector.inspect(path, sizeBytes, isCopyWanted ? cleanPath : undefined);
    if (!audio.cleaned) return { audio, copyName: null };
    // A new name for each try: a process that seemed dead may still be writing.
    const copyName = newName();
    await keepFile(blobs, copyName, cleanPath);
    return { audio, copyName };
  } catch (error) {
    return refusedBy(error);
  } finally {
    for (const each of [path, cleanPath]) await rm(each, { force: true });
  }
}

async function shrinkJob(
  { blobs, temporary, inspector }: InspectingDeps,
  { name, seconds }: ToShrink,
): Promise<Shrunk> {
  const [path, smallPath] = [temporary.path(), temporary.path()];
  try {
    await blobs.pieces.copyTo(name, path);
    await inspector.shrink(path, seconds, smallPath);
    const copyName = newName();
    await keepFile(blobs, copyName, smallPath);
    return { copyName };
  } catch (error) {
    return refusedBy(error);
  } finally {
    for (const each of [path, smallPath]) await rm(each, { force: true });
  }
}

/** Inspects uploads that other servers received, and makes small copies. The returned function stops after the running ones. */
export function serveInspections(deps: InspectingDeps): () => Promise<void> {
  const endings = [
    serveJobs(deps, KIND, AT_ONCE, async (input) => written(await inspectJob(deps, input as Wanted))),
    serveJobs(deps, SHRINKING, 1, async (input) => written(await shrinkJob(deps, input as ToShrink))),
  ];
  return async () => void (await Promise.all(endings.map((end) => end())));
}
