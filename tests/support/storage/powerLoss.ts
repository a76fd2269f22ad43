// The possible states of a disk after a power loss: all operations made durable by a sync, and a prefix of the others
// (the model of ALICE, OSDI 2014, with losses from the end). A name is durable after a sync of its folder, bytes after a
// sync of their file.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskImage, DiskLog, DiskOperation } from './diskLog.ts';

export interface Survivor {
  /** Operations done before the power loss; acknowledgements among them are binding. */
  done: number;
  /** The state of the disk; computed on demand, because hundreds would not fit in memory. */
  image(): DiskImage;
  /** For error messages. */
  name: string;
}

const folderOf = (path: string) => (dirname(path) === '.' ? '' : dirname(path));

/** Whether `sync` makes `operation` durable. */
function settles(sync: DiskOperation, operation: DiskOperation): boolean {
  if (operation.kind === 'write' || operation.kind === 'truncate')
    return sync.kind === 'sync' && sync.file === operation.file;
  return 'path' in operation && sync.kind === 'syncDirectory' && sync.path === folderOf(operation.path);
}

const copyOf = ({ directories, names, contents }: DiskImage): DiskImage => ({
  directories: new Set(directories),
  names: new Map(names),
  contents: new Map(contents),
});

/** The image after these operations. Their prerequisites may be missing: a rename brings its file with it. */
export function replay(before: DiskImage, operations: Iterable<DiskOperation>): DiskImage {
  const image = copyOf(before);
  const { contents, names, directories } = image;
  /** Buffers that may be changed, unlike those of `before`. */
  const own = new Map<number, Buffer>();
  const room = (file: number, length: number): Buffer => {
    const held = contents.get(file) ?? Buffer.alloc(0);
    let buffer = own.get(file);
    if (!buffer || buffer.length < length) {
      buffer = Buffer.alloc(Math.max(length * 2, held.length));
      held.copy(buffer);
      own.set(file, buffer);
    }
    return buffer;
  };
  for (const operation of operations) {
    switch (operation.kind) {
      case 'create':
        names.set(operation.path, operation.file);
        break;
      case 'remove':
        names.delete(operation.path);
        break;
      case 'rename':
        names.delete(operation.from);
        names.set(operation.path, operation.file);
        break;
      case 'mkdir':
        directories.add(operation.path);
        break;
      case 'write': {
        const { file, at, bytes } = operation;
        const length = Math.max(contents.get(file)?.length ?? 0, at + bytes.length);
        const buffer = room(file, length);
        bytes.copy(buffer, at);
        contents.set(file, buffer.subarray(0, length));
        break;
      }
      case 'truncate': {
        const { file, length } = operation;
        const held = contents.get(file)?.length ?? 0;
        const buffer = room(file, Math.max(length, held));
        // Bytes of a file that grows again are zero.
        buffer.fill(0, Math.min(length, held));
        contents.set(file, buffer.subarray(0, length));
        break;
      }
    }
  }
  // The content of a folder is lost with the folder's own name.
  for (const path of names.keys()) if (!directories.has(folderOf(path))) names.delete(path);
  return image;
}

function digestOf({ directories, names, contents }: DiskImage): string {
  const hash = createHash('sha1').update([...directories].sort().join('\n'));
  for (const [path, file] of [...names].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`\n${path}\0`).update(contents.get(file) ?? Buffer.alloc(0));
  return hash.digest('hex');
}

/** Half of a write: one sector is written completely or not at all, several need not be. */
function torn(operation: DiskOperation | undefined): DiskOperation | null {
  if (operation?.kind !== 'write' || operation.bytes.length <= 512) return null;
  return { ...operation, bytes: operation.bytes.subarray(0, operation.bytes.length >> 1) };
}

/**
 * Every possible disk after a power loss, for every prefix of the log; each one once, with the longest prefix that
 * leaves it. Operations only on files that `isCounter` matches are ignored.
 */
export function survivors({ before, operations }: DiskLog, isCounter: (path: string) => boolean): Survivor[] {
  const paths = new Map<number, string>([...before.names].map(([path, file]) => [file, path]));
  for (const operation of operations)
    if (operation.kind === 'create') paths.set(operation.file, operation.path);
  const matters = (operation: DiskOperation) =>
    !isCounter(
      'path' in operation ? operation.path : 'file' in operation ? (paths.get(operation.file) ?? '') : '',
    );
  const isSync = ({ kind }: DiskOperation) => kind === 'sync' || kind === 'syncDirectory';

  const found = new Map<string, Survivor>();
  /** Positions of operations, durable and not yet durable. */
  const durable = new Set<number>();
  let loose: number[] = [];
  const look = (done: number) => {
    const kept = (extra: readonly number[]) =>
      [...durable, ...extra].sort((a, b) => a - b).map((index) => operations[index] as DiskOperation);
    const note = (name: string, survived: readonly DiskOperation[]) => {
      const image = () => replay(before, survived);
      found.set(digestOf(image()), { done, image, name });
    };
    for (let count = 0; count <= loose.length; count++) {
      const next = operations[loose[count] ?? -1];
      const last = operations[loose[count - 1] ?? -1];
      if (count > 0 && count < loose.length && last && !matters(last)) continue;
      const durableOperations = kept(loose.slice(0, count));
      const name = `after ${done} operations, ${loose.length - count} of them lost`;
      note(name, durableOperations);
      const half = torn(next);
      if (half && next && matters(next)) note(`${name}, one torn`, [...durableOperations, half]);
    }
  };
  for (const [index, operation] of operations.entries()) {
    if (isSync(operation)) {
      look(index);
      for (const at of loose) if (settles(operation, operations[at] as DiskOperation)) durable.add(at);
      loose = loose.filter((at) => !durable.has(at));
    } else if (operation.kind !== 'said') loose.push(index);
  }
  look(operations.length);
  return [...found.values()];
}

/** Writes the image into an empty directory. */
export function writeImage({ directories, names, contents }: DiskImage, directory: string): void {
  for (const path of [...directories].sort()) mkdirSync(join(directory, path), { recursive: true });
  for (const [path, file] of names) writeFileSync(join(directory, path), contents.get(file) ?? '');
}
