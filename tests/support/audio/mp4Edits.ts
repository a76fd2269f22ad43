// MP4 files with an edit list, as phones cut a recording without rewriting it.

/** Movie time units, media time units (null: silence). */
export type Edit = [duration: number, mediaStart: number | null];

/** Movie time units a second. */
export const MOVIE_SCALE = 1000;

const box = (kind: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, body]);
};

function* boxes(bytes: Buffer): Generator<[kind: string, body: Buffer]> {
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    yield [bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + bytes.readUInt32BE(at))];
  }
}

const mapped = (bytes: Buffer, change: (kind: string, body: Buffer) => Buffer) =>
  Buffer.concat([...boxes(bytes)].map(([kind, body]) => change(kind, body)));

function editList(edits: readonly Edit[]): Buffer {
  const list = Buffer.alloc(8 + 12 * edits.length);
  list.writeUInt32BE(edits.length, 4);
  for (const [index, [duration, mediaStart]] of edits.entries()) {
    list.writeUInt32BE(duration, 8 + 12 * index);
    list.writeInt32BE(mediaStart ?? -1, 12 + 12 * index);
    list.writeUInt32BE(0x1_0000, 16 + 12 * index);
  }
  return box('edts', box('elst', list));
}

/** Replaces the edit list of `file`, whose movie box follows its media. */
export const withEdits = (file: Buffer, edits: readonly Edit[]): Buffer =>
  mapped(file, (kind, body) => {
    if (kind !== 'moov') return box(kind, body);
    const movie = mapped(body, (inner, content) => {
      if (inner === 'mvhd') content.writeUInt32BE(MOVIE_SCALE, 12);
      if (inner !== 'trak') return box(inner, content);
      const track = mapped(content, (part, its) => (part === 'edts' ? Buffer.alloc(0) : box(part, its)));
      return box(inner, track, editList(edits));
    });
    return box(kind, movie);
  });
