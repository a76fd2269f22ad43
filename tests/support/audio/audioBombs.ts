// Forty small files that claim to be large, long, deep or endless, and a few that really are long.

export interface Bomb {
  name: string;
  bytes: Buffer;
}

const MB = 1024 * 1024;
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
const le32 = (value: number) => u32(value).reverse();
const le16 = (value: number) => Buffer.from([value & 255, value >> 8]);
const ascii = (text: string) => Buffer.from(text, 'latin1');
const all = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? ascii(part) : part)));

/** Silent frames of 8 kbit/s, 8 kHz (MPEG 2.5 layer III): 72 ms in 72 bytes. */
function longMp3(bytes: number): Buffer {
  const frame = Buffer.alloc(72);
  Buffer.from([0xff, 0xe3, 0x18, 0xc0]).copy(frame);
  return Buffer.alloc(Math.floor(bytes / 72) * 72, frame);
}

interface WaveClaim {
  riff?: number;
  channels?: number;
  rate?: number;
  align?: number;
  bits?: number;
  data?: number;
}

function wave({
  riff = 0xffffffff,
  channels = 1,
  rate = 8000,
  align = 2,
  bits = 16,
  data = 0xffffffff,
}: WaveClaim) {
  const format = all(le16(1), le16(channels), le32(rate), le32(rate * align), le16(align), le16(bits));
  return all('RIFF', le32(riff), 'WAVEfmt ', le32(16), format, 'data', le32(data), Buffer.alloc(1000));
}

const box = (type: string, body: Buffer, size = body.length + 8) => all(u32(size), type, body);
const FTYP = box('ftyp', all('M4A ', u32(0), 'M4A isom'));
const nested = (depth: number): Buffer => {
  const types = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
  let body: Buffer = Buffer.alloc(0);
  for (let level = depth; level > 0; level--) body = box(types[level % types.length] ?? 'moov', body);
  return body;
};
const table = (type: string, count: number) =>
  all(
    FTYP,
    box(
      'moov',
      box('trak', box('mdia', box('minf', box('stbl', box(type, all(u32(0), u32(count), u32(count))))))),
    ),
  );

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const HUGE = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe]);
const UNKNOWN = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
const webmHead = all(EBML, Buffer.from([0x87, 0x42, 0x82, 0x84]), 'webm');
const SEGMENT = Buffer.from([0x18, 0x53, 0x80, 0x67]);
const TRACKS = Buffer.from([0x16, 0x54, 0xae, 0x6b]);
const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);

function oggPage(granule: number, segments: number[], body: Buffer, flags = 2): Buffer {
  const position = Buffer.alloc(8, granule);
  return all(
    'OggS',
    Buffer.from([0, flags]),
    position,
    u32(7),
    u32(0),
    u32(0),
    Buffer.from([segments.length, ...segments]),
    body,
  );
}
const opusHead = all('OpusHead', Buffer.from([1, 1]), le16(65_535), le32(48_000), le16(0), Buffer.from([0]));

function flac(samples: number, blockType = 0x80, length = 34, tail = Buffer.alloc(100)): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  Buffer.from([0x0a, 0xc4, 0x40, 0xf0 | samples]).copy(info, 10);
  info.fill(0xff, 14, 18);
  return all('fLaC', Buffer.from([blockType, length >> 16, (length >> 8) & 255, length & 255]), info, tail);
}

export function audioBombs(): Bomb[] {
  const bomb = (name: string, bytes: Buffer): Bomb => ({ name, bytes });
  const id3 = (size: number[], tail: Buffer) => all('ID3', Buffer.from([4, 0, 0, ...size]), tail);
  return [
    bomb('14.6 hours of MP3 in 50 MB', longMp3(50 * MB)),
    bomb('5.8 hours of MP3 in 20 MB', longMp3(20 * MB)),
    bomb('2 hours of MP3 in 7 MB', longMp3(7 * MB)),
    bomb('70 minutes of MP3 in 4 MB', longMp3(4.2 * MB)),
    bomb('WAVE of 4 GB', wave({})),
    bomb('WAVE without frames', wave({ align: 0 })),
    bomb('WAVE of 0 Hz', wave({ rate: 0 })),
    bomb('WAVE of 4 GHz', wave({ rate: 0xffffffff })),
    bomb('WAVE of 65,535 channels', wave({ channels: 65_535 })),
    bomb('WAVE of 0 channels', wave({ channels: 0 })),
    bomb('WAVE of 0 bits', wave({ bits: 0 })),
    bomb('WAVE of 65,535 bits', wave({ bits: 65_535 })),
    bomb('WAVE cut to 1 KB of 100 MB', wave({ riff: 100 * MB, data: 100 * MB - 36 })),
    bomb('MP4 box of 4 GB', all(FTYP, box('moov', Buffer.alloc(100), 0xffffffff))),
    bomb('MP4 box of 2^63', all(FTYP, u32(1), 'moov', Buffer.alloc(8, 0x7f), Buffer.alloc(50))),
    bomb('MP4 box of 1 byte', all(FTYP, Buffer.alloc(4000, u32(1)))),
    bomb('MP4 nested 2,000 deep', all(FTYP, nested(2000))),
    bomb('MP4 of 4 billion samples', table('stsz', 0xffffffff)),
    bomb('MP4 of 4 billion chunks', table('stco', 0xffffffff)),
    bomb('MP4 of 4 billion times', table('stts', 0xffffffff)),
    bomb('MP4 of 100,000 empty boxes', all(FTYP, Buffer.alloc(800_000, all(u32(8), 'free')))),
    bomb('EBML string of 2^56', all(EBML, HUGE, Buffer.alloc(100))),
    bomb('WebM document type of 2^56', all(EBML, Buffer.from([0x8b, 0x42, 0x82]), HUGE, 'webm')),
    bomb('WebM segment without an end', all(webmHead, SEGMENT, UNKNOWN)),
    bomb('WebM tracks of 2^56', all(webmHead, SEGMENT, UNKNOWN, TRACKS, HUGE, Buffer.alloc(100))),
    bomb(
      'WebM of 50,000 empty clusters',
      all(webmHead, SEGMENT, UNKNOWN, Buffer.alloc(250_000, all(CLUSTER, Buffer.from([0x80])))),
    ),
    bomb('WebM segments nested 5,000 deep', all(webmHead, Buffer.alloc(60_000, all(SEGMENT, UNKNOWN)))),
    bomb('ID3 of 256 MB', id3([0x7f, 0x7f, 0x7f, 0x7f], Buffer.alloc(200))),
    bomb(
      'ID3 frame of 256 MB',
      id3([0, 0, 1, 0], all('TIT2', Buffer.from([0x7f, 0x7f, 0x7f, 0x7f, 0, 0]), Buffer.alloc(200))),
    ),
    bomb('ID3 of 10,000 empty tags', Buffer.alloc(100_000, id3([0, 0, 0, 0], Buffer.alloc(0)))),
    bomb('Ogg page of 255 full segments, cut', oggPage(0, Array(255).fill(255), Buffer.alloc(100))),
    bomb(
      'Opus that ends at 2^63',
      all(oggPage(0, [opusHead.length], opusHead), oggPage(0x7f, [1], Buffer.from([0xf8]), 4)),
    ),
    bomb('Ogg of 20,000 empty pages', Buffer.alloc(560_000, oggPage(0, [0], Buffer.alloc(0)))),
    bomb('Ogg of an endless packet', Buffer.alloc(280_000, oggPage(0, [255], Buffer.alloc(255), 1))),
    bomb('FLAC of 68 billion samples', flac(15)),
    bomb('FLAC block of 16 MB', flac(0, 0x04, 0xffffff)),
    bomb('FLAC of 10,000 empty blocks', flac(0, 0, 34, Buffer.alloc(40_000, Buffer.from([1, 0, 0, 0])))),
    bomb('FLAC of sync words', flac(0, 0x80, 34, Buffer.alloc(300_000, Buffer.from([0xff, 0xf8])))),
    bomb('MP3 of sync words', Buffer.alloc(300_000, Buffer.from([0xff, 0xfb]))),
    bomb(
      'ADTS frames of 8 KB claimed, none there',
      Buffer.alloc(70_000, Buffer.from([0xff, 0xf1, 0x50, 0x43, 0xff, 0xff, 0xfc])),
    ),
  ];
}
