// An M4A with PCM samples whose edit list plays part of them, byte by byte: for pages without ffmpeg.

const RATE = 8000;

const joined = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const words = (...values: number[]) => {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [index, value] of values.entries()) view.setUint32(4 * index, value);
  return new Uint8Array(view.buffer);
};

const text = (letters: string) => new TextEncoder().encode(letters);

const box = (kind: string, ...parts: (Uint8Array | number[])[]) => {
  const body = joined(...parts);
  return joined(words(body.length + 8), text(kind), body);
};

/** `seconds` of a tone, of which the edit list plays `kept` from `from` on. */
export function pcmMovie({ seconds, from, kept }: { seconds: number; from: number; kept: number }): File {
  const frames = seconds * RATE;
  const samples = Int16Array.from(
    { length: frames },
    (_, n) => 8000 * Math.sin((n * 2 * Math.PI * 440) / RATE),
  );
  const head = box('ftyp', text('M4A '), words(0), text('isom'));
  const entry = box('sowt', words(0, 1, 0, 0), [0, 1, 0, 16, 0, 0, 0, 0], words(RATE * 0x1_0000));
  const table = box(
    'stbl',
    box('stsd', words(0, 1), entry),
    box('stts', words(0, 1, frames, 1)),
    box('stsc', words(0, 1, 1, frames, 1)),
    box('stsz', words(0, 2, frames)),
    box('stco', words(0, 1, head.length + 8)),
  );
  const track = box(
    'trak',
    box('tkhd', words(7, 0, 0, 1, 0, kept * RATE)),
    box('edts', box('elst', words(0, 1, kept * RATE, from * RATE, 0x1_0000))),
    box(
      'mdia',
      box('mdhd', words(0, 0, 0, RATE, frames, 0)),
      box('hdlr', words(0, 0), text('soun'), new Array(13).fill(0)),
      box('minf', table),
    ),
  );
  const movie = box('moov', box('mvhd', words(0, 0, 0, RATE, kept * RATE)), track);
  const media = box('mdat', new Uint8Array(samples.buffer));
  return new File([joined(head, media, movie)], 'memo.m4a', { type: 'audio/mp4' });
}
