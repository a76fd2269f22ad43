// Writes Opus packets into WebM (RFC 9559) and Ogg (RFC 3533, RFC 7845) files, minimal but readable everywhere.

export interface OpusPackets {
  packets: readonly Uint8Array<ArrayBuffer>[];
  /** 48 kHz frames of one packet. */
  packetFrames: number;
  /** 48 kHz frames that a decoder leaves out at the start. */
  preSkip: number;
  /** 48 kHz frames of the sound itself. */
  frames: number;
}

const RATE = 48_000;
const text = (word: string) => Uint8Array.from(word, (letter) => letter.charCodeAt(0));
type Bytes = Uint8Array<ArrayBuffer>;

function opusHead(preSkip: number): Bytes {
  const head = new DataView(new ArrayBuffer(19));
  new Uint8Array(head.buffer).set(text('OpusHead'));
  head.setUint8(8, 1);
  head.setUint8(9, 1);
  head.setUint16(10, preSkip, true);
  head.setUint32(12, RATE, true);
  return new Uint8Array(head.buffer);
}

function joined(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Big-endian, in as few bytes as possible. */
function unsigned(value: number): Bytes {
  const bytes: number[] = [];
  for (let rest = value; bytes.length === 0 || rest > 0; rest = Math.floor(rest / 256))
    bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function float(value: number): Bytes {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return new Uint8Array(view.buffer);
}

/** Sizes always take four bytes. */
function element(id: number, ...parts: Bytes[]): Bytes {
  const body = joined(parts);
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, 0x10000000 + body.length);
  return joined([unsigned(id), new Uint8Array(size.buffer), body]);
}

const MILLISECONDS = 1000;
/** A block's time within its cluster is 16 bits of milliseconds. */
const CLUSTER_SECONDS = 5;

export function webmOf({ packets, packetFrames, preSkip, frames }: OpusPackets): Blob {
  const nanoseconds = (count: number) => unsigned(Math.round((count / RATE) * 1e9));
  const head = element(
    0x1a45dfa3,
    element(0x4286, unsigned(1)),
    element(0x42f7, unsigned(1)),
    element(0x42f2, unsigned(4)),
    element(0x42f3, unsigned(8)),
    element(0x4282, text('webm')),
    element(0x4287, unsigned(4)),
    element(0x4285, unsigned(2)),
  );
  const info = element(
    0x1549a966,
    element(0x2ad7b1, unsigned(1e6)),
    element(0x4489, float((frames / RATE) * MILLISECONDS)),
    element(0x4d80, text('Aural')),
    element(0x5741, text('Aural')),
  );
  const audio = element(0xe1, element(0xb5, float(RATE)), element(0x9f, unsigned(1)));
  const track = element(
    0xae,
    element(0xd7, unsigned(1)),
    element(0x73c5, unsigned(1)),
    element(0x83, unsigned(2)),
    element(0x86, text('A_OPUS')),
    element(0x56aa, nanoseconds(preSkip)),
    element(0x56bb, unsigned(80e6)),
    element(0x63a2, opusHead(preSkip)),
    audio,
  );
  const perCluster = Math.floor((CLUSTER_SECONDS * RATE) / packetFrames);
  const timeOf = (index: number) => Math.round(((index * packetFrames) / RATE) * MILLISECONDS);
  const clusters: Bytes[] = [];
  for (let first = 0; first < packets.length; first += perCluster) {
    const blocks = packets.slice(first, first + perCluster).map((packet, at) => {
      const time = timeOf(first + at) - timeOf(first);
      return element(0xa3, Uint8Array.of(0x81, time >> 8, time & 255, 0x80), packet);
    });
    clusters.push(element(0x1f43b675, element(0xe7, unsigned(timeOf(first))), ...blocks));
  }
  const segment = element(0x18538067, info, element(0x1654ae6b, track), ...clusters);
  return new Blob([head, segment], { type: 'audio/webm;codecs=opus' });
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x80000000 ? (rest << 1) ^ 0x04c11db7 : rest << 1;
  return rest >>> 0;
});

interface Page {
  packets: readonly Bytes[];
  granule: number;
  /** 2: first of the stream, 4: last. */
  flags: number;
}

function oggPage({ packets, granule, flags }: Page, serial: number): Bytes {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  const head = new DataView(new ArrayBuffer(27));
  new Uint8Array(head.buffer).set(text('OggS'));
  head.setUint8(5, flags);
  head.setUint32(6, granule % 2 ** 32, true);
  head.setUint32(10, Math.floor(granule / 2 ** 32), true);
  head.setUint32(14, 1, true);
  head.setUint32(18, serial, true);
  head.setUint8(26, lacing.length);
  const page = joined([new Uint8Array(head.buffer), Uint8Array.from(lacing), ...packets]);
  let sum = 0;
  for (const byte of page) sum = ((sum << 8) ^ (CRC[((sum >>> 24) ^ byte) & 255] ?? 0)) >>> 0;
  new DataView(page.buffer).setUint32(22, sum, true);
  return page;
}

/** Packets of a page; 128 kbit/s and 20 ms need two lacing bytes each, of 255. */
const PER_PAGE = 50;

export function oggOf({ packets, packetFrames, preSkip, frames }: OpusPackets): Blob {
  const vendor = text('Aural');
  const tags = joined([text('OpusTags'), Uint8Array.of(vendor.length, 0, 0, 0), vendor, new Uint8Array(4)]);
  const pages: Page[] = [
    { packets: [opusHead(preSkip)], granule: 0, flags: 2 },
    { packets: [tags], granule: 0, flags: 0 },
  ];
  for (let first = 0; first < packets.length; first += PER_PAGE) {
    const end = Math.min(packets.length, first + PER_PAGE);
    const isLast = end === packets.length;
    const granule = isLast ? preSkip + frames : end * packetFrames;
    pages.push({ packets: packets.slice(first, end), granule, flags: isLast ? 4 : 0 });
  }
  return new Blob(
    pages.map((page, serial) => oggPage(page, serial)),
    { type: 'audio/ogg;codecs=opus' },
  );
}
