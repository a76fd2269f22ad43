// A ZIP of files without compression (APPNOTE 6.3.10): compression does not shrink audio. Copies no bytes, and reads
// each file once, piece by piece, for its checksum.

export interface ZipEntry {
  /** Path within the archive, with `/`. */
  name: string;
  content: Blob;
}

/** Limit of sizes and offsets without the 64-bit extension. */
const ZIP_MAX_BYTES = 0xffffffff;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** A piece takes some milliseconds; between pieces the page can respond. */
const PIECE_BYTES = 1 << 20;

/** CRC-32 of a file. Throws when it cannot be read, or an `AbortError`. */
export async function checkSum(content: Blob, signal: AbortSignal): Promise<number> {
  let sum = 0xffffffff;
  for (let from = 0; from < content.size; from += PIECE_BYTES) {
    signal.throwIfAborted();
    const bytes = new Uint8Array(await content.slice(from, from + PIECE_BYTES).arrayBuffer());
    for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

const EPOCH_YEAR = 1980;

/** Date and time of DOS, in this device's time zone. */
function dosTime(at: Date): [time: number, date: number] {
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return [time, ((at.getFullYear() - EPOCH_YEAR) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()];
}

/** Little-endian numbers of 2 or 4 bytes: `[value, bytes]`. */
function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;

/** Throws `RangeError` above `ZIP_MAX_BYTES`, or an `AbortError`. */
export async function zipOf(entries: readonly ZipEntry[], at: Date, signal: AbortSignal): Promise<Blob> {
  const [time, date] = dosTime(at);
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directorySize = 0;
  for (const { name, content } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const { size } = content;
    const about = [
      [VERSION, 2],
      [FLAGS, 2],
      [0, 2],
      [time, 2],
      [date, 2],
      [await checkSum(content, signal), 4],
      [size, 4],
      [size, 4],
      [nameBytes.length, 2],
      [0, 2],
    ] as const;
    const local = numbers([0x04034b50, 4], ...about);
    const central = numbers(
      [0x02014b50, 4],
      [VERSION, 2],
      ...about,
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    );
    parts.push(local, nameBytes, content);
    directory.push(central, nameBytes);
    offset += local.length + nameBytes.length + size;
    directorySize += central.length + nameBytes.length;
    if (offset + directorySize > ZIP_MAX_BYTES) throw new RangeError('too large for a ZIP');
  }
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [entries.length, 2],
    [entries.length, 2],
    [directorySize, 4],
    [offset, 4],
    [0, 2],
  );
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
