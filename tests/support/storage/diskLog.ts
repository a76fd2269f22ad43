// A process's operations on one directory, in order and with their bytes, from a log of `strace -f -y -xx`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSystemCalls, type SystemCall } from './systemCalls.ts';

/** A number identifies a file, because names change. Paths are relative to the directory; '' is the directory itself. */
export type DiskOperation =
  | { kind: 'create' | 'remove'; path: string; file: number }
  | { kind: 'rename'; from: string; path: string; file: number }
  | { kind: 'mkdir'; path: string }
  | { kind: 'write'; file: number; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: number; length: number }
  | { kind: 'sync'; file: number }
  | { kind: 'syncDirectory'; path: string }
  /** Bytes sent over a socket, for example an acknowledgement. */
  | { kind: 'said'; bytes: Buffer };

export interface DiskLog {
  /** The directory before the first operation. */
  before: DiskImage;
  operations: DiskOperation[];
}

export interface DiskImage {
  directories: Set<string>;
  /** path → file */
  names: Map<string, number>;
  contents: Map<number, Buffer>;
}

const CHANGES = [
  ...['openat', 'open', 'creat', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'lseek'],
  ...['ftruncate', 'truncate', 'fallocate', 'copy_file_range', 'sendfile', 'rename', 'renameat', 'renameat2'],
  ...['unlink', 'unlinkat', 'rmdir', 'link', 'linkat', 'symlink', 'symlinkat', 'mkdir', 'mkdirat'],
  ...['fsync', 'fdatasync', 'sync_file_range', 'sendto', 'sendmsg', 'io_uring_setup'],
];
/** Larger than any single write of the server. */
const STRING_BYTES = 4 * 1024 * 1024;

/** Prefix of the server's command that writes a log for `readDiskLog`. */
export const diskTrace = (log: string): string[] => [
  ...['strace', '-D', '-f', '-y', '-qq', '-xx', '-s', String(STRING_BYTES)],
  ...['-e', 'signal=none', '-e', `trace=${CHANGES.join(',')}`, '-o', log],
];

/** Shared memory of the write-ahead log: written through a mapping, and rebuilt when the database is opened. */
const isVolatile = (path: string) => path.endsWith('-shm');

/** Every file and folder below `directory`. */
export function readImage(directory: string): DiskImage {
  const image: DiskImage = { directories: new Set(['']), names: new Map(), contents: new Map() };
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(directory.length + 1);
    if (entry.isDirectory()) image.directories.add(name);
    else if (!isVolatile(name)) {
      image.contents.set(image.names.size, readFileSync(path));
      image.names.set(name, image.names.size);
    }
  }
  return image;
}

const unhex = (text: string) => Buffer.from(text.replaceAll('\\x', ''), 'hex');
const HEX = '(?:\\\\x[0-9a-f]{2})*';

/** Every quoted string of a call; throws when strace cut one short. */
function stringsOf({ name, text }: SystemCall): Buffer[] {
  return [...text.matchAll(new RegExp(`"(${HEX})"(\\.\\.\\.)?`, 'g'))].map(([, hex = '', cut]) => {
    if (cut) throw new Error(`not run: strace cut a ${name} short`);
    return unhex(hex);
  });
}

interface OpenFile {
  file: number;
  at: number;
  appends: boolean;
}

/** Throws on an operation on the directory that is not modelled here. */
export function readDiskLog(log: string, directory: string, before: DiskImage): DiskLog {
  const names = new Map(before.names);
  const directories = new Set(before.directories);
  const sizes = new Map([...before.contents].map(([file, bytes]) => [file, bytes.length]));
  const open = new Map<number, OpenFile>();
  const operations: DiskOperation[] = [];

  const inside = (path: string): string | null => {
    if (path === directory) return '';
    return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : null;
  };
  /** Descriptor and the path behind it. */
  const target = (text: string) => {
    const [, number, hex = ''] = new RegExp(`^(\\d+)<(${HEX})>`).exec(text) ?? [];
    const path = unhex(hex)
      .toString()
      .replace(/ \(deleted\)$/, '');
    return { descriptor: Number(number ?? -1), path: inside(path), isOurs: inside(path) !== null };
  };
  const result = (text: string) => Number(/\)\s+= (-?\d+)/.exec(text)?.[1] ?? -1);

  const write = (to: OpenFile, bytes: Buffer, at: number) => {
    operations.push({ kind: 'write', file: to.file, at, bytes });
    sizes.set(to.file, Math.max(sizes.get(to.file) ?? 0, at + bytes.length));
  };
  const truncate = (file: number, length: number) => {
    operations.push({ kind: 'truncate', file, length });
    sizes.set(file, length);
  };

  function began(call: SystemCall): void {
    const { name, text } = call;
    const done = result(text);
    if (done < 0) return;
    const paths = () => stringsOf(call).map((path) => inside(path.toString()));
    switch (name) {
      case 'openat': {
        const path = paths()[0] ?? null;
        if (path === null || isVolatile(path) || directories.has(path)) return;
        if (!names.has(path)) {
          const file = sizes.size;
          sizes.set(file, 0);
          names.set(path, file);
          operations.push({ kind: 'create', path, file });
        } else if (text.includes('O_TRUNC')) truncate(names.get(path) ?? -1, 0);
        return;
      }
      case 'write':
      case 'writev':
      case 'pwrite64':
      case 'sendto':
      case 'sendmsg': {
        const { descriptor, path, isOurs } = target(text);
        if (!isOurs) {
          if (text.includes(hexed('socket:'))) operations.push({ kind: 'said', bytes: all(call, done) });
          return;
        }
        if (isVolatile(path ?? '')) return;
        const to = open.get(descriptor);
        if (!to) throw new Error(`a ${name} to a descriptor nobody opened: ${path}`);
        const offset =
          name === 'pwrite64' ? Number(/, (\d+)(?: <unfinished \.\.\.>)?\)\s+= /.exec(text)?.[1]) : to.at;
        const at = to.appends ? (sizes.get(to.file) ?? 0) : offset;
        write(to, all(call, done), at);
        if (name !== 'pwrite64') to.at = at + done;
        return;
      }
      case 'lseek': {
        const to = open.get(target(text).descriptor);
        if (target(text).isOurs && to) to.at = done;
        return;
      }
      case 'ftruncate': {
        const { descriptor, path, isOurs } = target(text);
        if (!isOurs || isVolatile(path ?? '')) return;
        truncate(open.get(descriptor)?.file ?? -1, Number(/, (\d+)/.exec(text)?.[1]));
        return;
      }
      case 'rename':
      case 'renameat':
      case 'renameat2': {
        const [from = null, path = null] = paths();
        if (from === null && path === null) return;
        const file = from === null ? undefined : names.get(from);
        if (from === null || path === null || file === undefined) break;
        names.delete(from);
        names.set(path, file);
        operations.push({ kind: 'rename', from, path, file });
        return;
      }
      case 'link':
      case 'linkat': {
        const [from = null, path = null] = paths();
        const file = from === null ? undefined : names.get(from);
        if (path === null || file === undefined) break;
        names.set(path, file);
        // Another name for the same file.
        operations.push({ kind: 'create', path, file });
        return;
      }
      case 'unlink':
      case 'unlinkat': {
        const path = paths()[0] ?? null;
        const file = path === null ? undefined : names.get(path);
        if (path === null || file === undefined) {
          if (path === null || isVolatile(path)) return;
          break;
        }
        names.delete(path);
        operations.push({ kind: 'remove', path, file });
        return;
      }
      case 'mkdir':
      case 'mkdirat': {
        const path = paths()[0] ?? null;
        if (path === null) return;
        directories.add(path);
        operations.push({ kind: 'mkdir', path });
        return;
      }
      case 'fsync':
      case 'fdatasync':
        return;
      case 'io_uring_setup':
        break;
      default:
        if (!target(text).isOurs && paths().every((path) => path === null)) return;
    }
    throw new Error(`not modelled: ${name} ${paths().join(' ')}`);
  }

  /** Effects that hold only once the call has returned. */
  function ended({ name, text }: SystemCall): void {
    const done = result(text);
    if (done < 0) return;
    if (name === 'openat') {
      const path = target(text.replace(/^.*\)\s+= /, '')).path;
      const file = path === null ? undefined : names.get(path);
      if (file !== undefined) open.set(done, { file, at: 0, appends: text.includes('O_APPEND') });
    } else if (name === 'fsync' || name === 'fdatasync') {
      const { path, descriptor } = target(text);
      if (path === null || isVolatile(path)) return;
      if (directories.has(path)) operations.push({ kind: 'syncDirectory', path });
      else {
        const file = open.get(descriptor)?.file;
        if (file === undefined) throw new Error(`a sync of a descriptor nobody opened: ${path}`);
        operations.push({ kind: 'sync', file });
      }
    }
  }

  const calls = readSystemCalls(log);
  const moments = calls.flatMap((call) => [
    { line: call.begin, act: () => began(call) },
    { line: call.end, act: () => ended(call) },
  ]);
  for (const { line, act } of moments.sort((a, b) => a.line - b.line)) if (Number.isFinite(line)) act();
  return { before, operations };
}

/** Encodes text as `-xx` writes it. */
const hexed = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** The bytes that a write call wrote: all its strings, up to its result. */
const all = (call: SystemCall, done: number) => Buffer.concat(stringsOf(call)).subarray(0, done);
