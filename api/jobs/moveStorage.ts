// Moves audio from one store to another while the server uses both (STORAGE_URL, STORAGE_FORMER_URL). Each blob is copied,
// read back, compared and noted; a separate run deletes the noted blobs from the former store. If interrupted, run it again:
// it resumes and loses nothing.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type BlobStore, madeFrom } from '../storage/blobs.ts';
import type { TemporaryFiles } from '../storage/temporary.ts';

interface MovedBlob {
  name: string;
  /** Lower-case hex. */
  sha256: string;
  size: number;
}

interface MoveNotes {
  /** Null when no blob of this name and size was compared. */
  hashOf(name: string, size: number): string | null;
  /** On the disk when it resolves. */
  add(moved: MovedBlob): Promise<void>;
  close(): Promise<void>;
}

const LINE = /^([0-9a-f]{32}\.\w+) ([0-9a-f]{64}) (\d+)$/;

/** A file next to the database with a line for each compared blob. Without it a run compares everything again. */
export async function openMoveNotes(file: string): Promise<MoveNotes> {
  const handle = await open(file, 'a+', 0o600);
  const known = new Map<string, { sha256: string; size: number }>();
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  // The last line may be incomplete, if the process was killed.
  for await (const line of lines) {
    const [, name, sha256, size] = LINE.exec(line) ?? [];
    if (name && sha256) known.set(name, { sha256, size: Number(size) });
  }
  await handle.write('\n');
  return {
    hashOf: (name, size) => {
      const moved = known.get(name);
      return moved?.size === size ? moved.sha256 : null;
    },
    add: async ({ name, sha256, size }) => {
      known.set(name, { sha256, size });
      await handle.write(`${name} ${sha256} ${size}\n`);
      await handle.datasync();
    },
    close: () => handle.close(),
  };
}

/** Parallel copies. A disk gains nothing from more. */
const AT_ONCE = 4;
/** After this many failures in a row the store counts as down. */
const FAILURES_MAX = 8;

export interface Move {
  from: BlobStore;
  to: BlobStore;
  temporary: Pick<TemporaryFiles, 'path'>;
  notes: MoveNotes;
  signal: AbortSignal;
  /** Called after each blob: blobs done, blobs in all, bytes copied so far. */
  report(done: number, of: number, bytes: number): void;
}

interface MoveReport {
  /** Copied by this run. */
  copied: number;
  /** Already present and equal. */
  equal: number;
  /** Deleted during the move. */
  gone: number;
  failed: { name: string; error: unknown }[];
}

async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

const storedHash = async (store: BlobStore, name: string, size: number) =>
  hashOf(await store.read(name, 0, size - 1));

async function moveOne(
  { from, to, temporary, notes }: Move,
  name: string,
  report: MoveReport,
): Promise<number> {
  const offered = await from.stat(name);
  if (!offered) {
    report.gone++;
    return 0;
  }
  const { size } = offered;
  const stored = await to.stat(name);
  if (stored?.size === size && notes.hashOf(name, size) !== null) {
    report.equal++;
    return 0;
  }
  const path = temporary.path();
  try {
    await from.copyTo(name, path);
    if ((await stat(path)).size !== size) throw new Error('the copy has a different size');
    const sha256 = await hashOf(createReadStream(path));
    const isThere = stored?.size === size && (await storedHash(to, name, size)) === sha256;
    if (!isThere) {
      await to.putFile(name, path);
      if ((await storedHash(to, name, size)) !== sha256)
        throw new Error('the stored copy differs from the original');
    }
    await notes.add({ name, sha256, size });
    if (isThere) report.equal++;
    else report.copied++;
    return isThere ? 0 : size;
  } finally {
    await rm(path, { force: true });
  }
}

async function namesIn(store: BlobStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names;
}

/** Copies all blobs. Stops early, after the running copies, on `signal` or when the store is down. */
export async function moveStorage(move: Move): Promise<MoveReport> {
  const names = await namesIn(move.from);
  const report: MoveReport = { copied: 0, equal: 0, gone: 0, failed: [] };
  let [next, done, bytes, failures] = [0, 0, 0, 0];
  const work = async () => {
    while (next < names.length && !move.signal.aborted && failures < FAILURES_MAX) {
      const name = names[next++] as string;
      try {
        bytes += await moveOne(move, name, report);
        failures = 0;
      } catch (error) {
        failures++;
        report.failed.push({ name, error });
      }
      move.report(++done, names.length, bytes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return report;
}

/**
 * Deletes from `from` the blobs that were compared and are still in `to`. Call when every server uses `to`.
 * `note` receives each deleted name. Returns the number of deleted blobs and the names of the others.
 */
export async function removeMoved(
  move: Move,
  note: (name: string) => void,
): Promise<{ removed: number; remaining: string[] }> {
  const names = await namesIn(move.from);
  const all = new Set(names);
  const isSafe = async (name: string) => {
    const size = (await move.from.stat(name))?.size;
    if (size === undefined) return true;
    return move.notes.hashOf(name, size) !== null && (await move.to.stat(name))?.size === size;
  };
  const remaining: string[] = [];
  let removed = 0;
  for (const [index, name] of names.entries()) {
    if (move.signal.aborted) break;
    let safe = await isSafe(name);
    // Deleting audio also deletes what was made from it.
    for (const made of madeFrom(name)) safe &&= !all.has(made) || (await isSafe(made));
    if (safe) {
      await move.from.remove(name);
      note(name);
      removed++;
    } else remaining.push(name);
    move.report(index + 1, names.length, 0);
  }
  return { removed, remaining };
}
