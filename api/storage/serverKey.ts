// The server's secret: a file next to the database, created on the first start, readable by its owner only. Each use has its own
// key, derived by HKDF (RFC 5869).
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { RETENTION } from '../contract/retention.ts';

export const KEY_BYTES = 32;
const EPOCH_MS = RETENTION.fileKeyDays * 24 * 3600 * 1000;
/** Number of cached address hashes: a client usually sends several requests. */
const REMEMBERED_ADDRESSES = 2048;

export interface ServerKeys {
  /** MAC key of the upload tickets. */
  ticket: Buffer;
  /** MAC key of the audit log's chain. */
  audit: Buffer;
  /** Identifies this key without revealing it. Stored in the database. */
  check: string;
  /** Keyed hash of a file's SHA-256 in the epoch of `now`, and in the previous one. */
  fileKeys(sha256Hex: string, now: number): [current: string, previous: string];
  /**
   * Keyed hash of a device id, an address, an upload's content, a recording's sound, a typed name, or a phrase or token of ours;
   * also the signature of a known device's cookie, and of a link to sealed audio.
   */
  pseudonym(
    kind:
      | (
          | 'device'
          | 'address'
          | 'upload'
          | 'sound'
          | 'name'
          | 'move'
          | 'consent'
          | 'consentLink'
          | 'knownDevice'
        )
      | 'evidenceAudio',
    value: string,
  ): string;
}

/** Creates the key atomically: processes that start at the same time all read the same one. */
function create(file: string): void {
  const own = `${file}.${randomBytes(8).toString('hex')}`;
  const handle = openSync(own, 'wx', 0o600);
  try {
    writeSync(handle, randomBytes(KEY_BYTES));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
}

export const KEY_FILE = 'server.key';

/** The content of `server.key` in `directory`; null when there is none. */
export function readServerKey(directory: string): Buffer | null {
  const file = join(directory, KEY_FILE);
  if (!existsSync(file)) return null;
  const secret = readFileSync(file);
  if (secret.length !== KEY_BYTES)
    throw new Error(
      `${file} is damaged: it has ${secret.length} bytes instead of ${KEY_BYTES}. Delete it, and copy the key from a backup or from another server of this installation.`,
    );
  return secret;
}

/** Reads `server.key` in `directory`, creating it (mode 0600) when it is missing: `jobs/ownKey.ts` says when it may be. */
export function openServerKeys(directory: string): ServerKeys {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const found = readServerKey(directory);
  if (found) return serverKeysOf(found);
  create(join(directory, KEY_FILE));
  return openServerKeys(directory);
}

/** For a process that does not use the key: the existing key, or a temporary one. */
export const passingServerKeys = (directory: string): ServerKeys =>
  serverKeysOf(readServerKey(directory) ?? randomBytes(KEY_BYTES));

export function serverKeysOf(secret: Buffer): ServerKeys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, KEY_BYTES));
  // Cached: every request needs one. There are few uses, and one file epoch a month.
  const derived = new Map<string, Buffer>();
  const keyOf = (use: string) => {
    const key = derived.get(use) ?? derive(use);
    derived.set(use, key);
    return key;
  };
  const mac = (use: string, value: string) => createHmac('sha256', keyOf(use)).update(value).digest('hex');
  const addresses = new Map<string, string>();
  const addressHash = (address: string) => {
    const known = addresses.get(address);
    if (known !== undefined) return known;
    const made = mac('address', address);
    if (addresses.size >= REMEMBERED_ADDRESSES) addresses.clear();
    addresses.set(address, made);
    return made;
  };
  return {
    ticket: derive('upload ticket 1'),
    audit: derive('audit log 1'),
    check: derive('check 1').toString('hex'),
    fileKeys: (sha256Hex, now) => {
      const epoch = Math.floor(now / EPOCH_MS);
      return [mac(`file ${epoch}`, sha256Hex), mac(`file ${epoch - 1}`, sha256Hex)];
    },
    pseudonym: (kind, value) => (kind === 'address' ? addressHash(value) : mac(kind, value)),
  };
}
