// The second copy of the ledger: an append-only file of JSON lines next to the database, for when the database is damaged or
// missing. A line cut off by a crash is written again.
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Kysely } from 'kysely';
import { syncPath } from './durableFile.ts';
import { type LedgerEntry, ledgerAfter, ledgerKey, ledgerWrites } from './ledger.ts';
import type { Schema } from './schema.ts';

export const mirrorFile = (databaseFile: string): string => `${databaseFile}.ledger`;

function parseLine(line: string): LedgerEntry | null {
  try {
    const { kind, id, detail, at } = JSON.parse(line) as Partial<LedgerEntry>;
    if (typeof kind !== 'string' || typeof id !== 'string' || typeof at !== 'number') return null;
    return { kind, id, at, detail: typeof detail === 'object' && detail !== null ? detail : {} };
  } catch {
    return null;
  }
}

/** All readable lines in order; none when there is no file. */
export function readMirror(file: string): LedgerEntry[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text
    .split('\n')
    .map(parseLine)
    .filter((entry) => entry !== null);
}

/** Durable when it returns. Creates a missing file with mode 0600. One fsync. */
export function appendToMirror(file: string, entries: readonly LedgerEntry[]): void {
  if (entries.length === 0) return;
  const handle = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  let isNew: boolean;
  try {
    const { size } = fstatSync(handle);
    isNew = size === 0;
    const last = Buffer.alloc(1);
    if (!isNew) readSync(handle, last, 0, 1, size - 1);
    const lines = entries.map(({ kind, id, at, detail }) => `${JSON.stringify({ kind, id, at, detail })}\n`);
    const bytes = Buffer.from((isNew || last.toString() === '\n' ? '' : '\n') + lines.join(''));
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(handle, bytes, done, bytes.length - done, size + done);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (isNew) syncPath(dirname(file));
}

export interface LedgerMirror {
  /** Writes everything committed so far. Free when nothing was written. */
  catchUp(): Promise<void>;
  /** The same, comparing both copies completely; at start and with the hourly jobs. */
  compare(): Promise<void>;
}

export function createLedgerMirror(db: Kysely<Schema>, file: string): LedgerMirror {
  let mirrored = 0;
  let seen = -1;
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };
  const copy = async (after: number, known: ReadonlySet<string>) => {
    const writes = ledgerWrites();
    const entries = await ledgerAfter(db, after);
    appendToMirror(
      file,
      entries.filter((entry) => !known.has(ledgerKey(entry))),
    );
    mirrored = entries.at(-1)?.position ?? after;
    seen = writes;
  };
  return {
    catchUp: () => (seen === ledgerWrites() ? turn : inTurn(() => copy(mirrored, new Set()))),
    compare: () => inTurn(() => copy(0, new Set(readMirror(file).map(ledgerKey)))),
  };
}
