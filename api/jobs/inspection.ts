// Uploads are looked at by another process: the server that has received one hands its bytes over through the store and waits
// for what was found, with the copy without metadata. Whoever only looks has no more of an upload than its bytes.
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
import { askForJob, serveJobs } from './queue.ts';

const KIND = 'inspection';
/** As many as the inspector takes. */
const AT_ONCE = 2;
/** Uploads of one server that wait for others; each asks ten times a second. */
const WAITING_MAX = 64;
const WAITING_PER_CALLER = 8;

interface Wanted {
  /** In the store of pieces. */
  name: string;
  sizeBytes: number;
  /** Whether a copy without metadata is wanted. */
  isCopyWanted: boolean;
}

type Found =
  /** The copy lies in the store of pieces, too. */
  | { audio: InspectedAudio; copyName: string | null }
  | {
      refused: { code: Exclude<ErrorCode, 'invalid_body'>; message: string; headers: Record<string, string> };
    };

/** Bytes do not pass through JSON. */
const written = (found: Found): string =>
  JSON.stringify(found, (_key, value) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  );
const read = (found: string): Found =>
  JSON.parse(found, (_key, value) =>
    typeof value?.base64 === 'string' ? new Uint8Array(Buffer.from(value.base64, 'base64')) : value,
  );

const newName = () => `${randomBytes(16).toString('hex')}.resume`;

async function keepFile({ pieces }: Pick<BlobStore, 'pieces'>, name: string, path: string): Promise<void> {
  await pieces.begin(name);
  await pieces.append(name, 0, createReadStream(path));
}

const nobody = () =>
  new ApiError('inspection_unavailable', 'Nobody looks at uploads at the moment', {
    headers: { 'Retry-After': '30' },
  });

/** `patienceMs`: for so long an upload may wait for somebody to look at it, or to look at it again. */
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
  return {
    inspect: async (path, sizeBytes, cleanPath, caller = 'server') => {
      if (waiting >= WAITING_MAX || (waitingOf.get(caller) ?? 0) >= WAITING_PER_CALLER)
        throw new ApiError('busy', 'Too many uploads at once', { headers: { 'Retry-After': '10' } });
      count(caller, 1);
      const input: Wanted = { name: newName(), sizeBytes, isCopyWanted: cleanPath !== undefined };
      const names = [input.name];
      try {
        await keepFile(blobs, input.name, path);
        const outcome = await askForJob(db, { kind: KIND, caller, input, patienceMs }, ending.signal).catch(
          (error) => {
            throw ending.signal.aborted ? new ApiError('busy', 'The inspection was stopped') : error;
          },
        );
        if (outcome === null) throw nobody();
        const found = read(outcome);
        if ('refused' in found) {
          const { code, message, headers } = found.refused;
          throw new ApiError(code, message, { headers });
        }
        const { audio, copyName } = found;
        if (copyName) names.push(copyName);
        if (copyName && cleanPath) await blobs.pieces.copyTo(copyName, cleanPath);
        return audio;
      } finally {
        count(caller, -1);
        // What cannot be removed now goes with the unfinished uploads that belong to nobody.
        for (const name of names) await blobs.pieces.remove(name).catch(() => {});
      }
    },
    close: async () => ending.abort(),
  };
}

/** Uploads, of all servers, that nobody looks at yet. */
export const waitingInspections = (db: Db): Promise<number> => countFreeJobs(db, KIND);

type InspectingDeps = Pick<Deps, 'db' | 'log' | 'blobs' | 'temporary' | 'inspector'>;

async function lookAt({ blobs, temporary, inspector }: InspectingDeps, wanted: Wanted): Promise<Found> {
  const [path, cleanPath] = [temporary.path(), temporary.path()];
  try {
    const { name, sizeBytes, isCopyWanted } = wanted;
    await blobs.pieces.copyTo(name, path);
    const audio = await inspector.inspect(path, sizeBytes, isCopyWanted ? cleanPath : undefined);
    if (!audio.cleaned) return { audio, copyName: null };
    // A name of this try alone: whoever was taken for dead may still be at it.
    const copyName = newName();
    await keepFile(blobs, copyName, cleanPath);
    return { audio, copyName };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'invalid_body') throw error;
    return { refused: { code: error.code, message: error.message, headers: error.headers } };
  } finally {
    for (const each of [path, cleanPath]) await rm(each, { force: true });
  }
}

/** Looks at what others have received; the function it returns ends that after those at work. */
export const serveInspections = (deps: InspectingDeps): (() => Promise<void>) =>
  serveJobs(deps, KIND, AT_ONCE, async (input) => written(await lookAt(deps, input as Wanted)));
