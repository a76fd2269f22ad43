// The files of the built app in memory. Each content is held once, in the form most often sent: where the build made
// compressed twins the plain bytes are not kept, but unpacked from the twin when the first client asks for them.
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Best first. The suffixes are those of `api/launch/compressedTwins.mjs`. */
const CODINGS = ['br', 'gzip'] as const;
const SUFFIX = { br: '.br', gzip: '.gz' } as const;
export type Coding = (typeof CODINGS)[number];

/** The app has 2.2 MB in all, its largest file 1.5 MB. Larger ones, and those beyond the sum, are streamed. */
const KEPT_FILE_BYTES = 4 * 1024 * 1024;
const KEPT_BYTES = 32 * 1024 * 1024;

export interface Representation {
  path: string;
  size: number;
  /** Tag of these bytes: every coding has its own. */
  etag: string;
  /** Null for what is too large to keep. */
  bytes(): Promise<Buffer | null>;
}

export interface WebFile {
  plain: Representation;
  twins: Map<Coding, Representation>;
  /** Codings of the twins, best first. */
  codings: Coding[];
}

const unpacked = promisify(gunzip);

async function readRepresentation(path: string, isKept: boolean): Promise<Representation> {
  if (!isKept) {
    const { size, mtimeMs } = await stat(path);
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    return { path, size, etag, bytes: async () => null };
  }
  const bytes = await readFile(path);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { path, size: bytes.length, etag, bytes: async () => bytes };
}

/** The plain bytes behind a gzip twin, unpacked once and kept from then on. */
function fromTwin(plain: Representation, twin: Representation): Representation {
  let known: Promise<Buffer | null> | null = null;
  return {
    path: plain.path,
    size: plain.size,
    etag: plain.etag,
    bytes() {
      known ??= twin.bytes().then((packed) => packed && unpacked(packed));
      return known;
    },
  };
}

/** URL path → file, for everything below `directory` but hidden files and folders. */
export async function readWebFiles(directory: string): Promise<Map<string, WebFile>> {
  const found = new Map<string, Representation>();
  let kept = 0;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(directory, path).split(sep).join('/')}`;
    if (!entry.isFile() || url.includes('/.')) continue;
    const { size } = await stat(path);
    const isKept = size <= KEPT_FILE_BYTES && kept + size <= KEPT_BYTES;
    if (isKept) kept += size;
    found.set(url, await readRepresentation(path, isKept));
  }
  const files = new Map<string, WebFile>();
  for (const [url, plain] of found) {
    const twins = new Map<Coding, Representation>();
    for (const coding of CODINGS) {
      const twin = found.get(url + SUFFIX[coding]);
      if (twin) twins.set(coding, twin);
    }
    const packed = twins.get('gzip');
    const isUnpackable = packed && (await packed.bytes()) !== null;
    files.set(url, {
      plain: isUnpackable ? fromTwin(plain, packed) : plain,
      twins,
      codings: [...twins.keys()],
    });
  }
  return files;
}
