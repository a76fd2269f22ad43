// Damaged copies of a file, the same on every machine: damage by disks, networks or attackers.

/** Names with adjacent sizes, counts, times and configurations, in every supported container. */
const NAMES = [
  ...[
    '\x1a\x45\xdf\xa3',
    '\x18\x53\x80\x67',
    '\x1f\x43\xb6\x75',
    '\x16\x54\xae\x6b',
    '\xa3',
    '\xe7',
    '\x63\xa2',
  ],
  ...['moov', 'trak', 'moof', 'trun', 'tfdt', 'tfhd', 'stsz', 'stco', 'stts', 'stsc', 'mdhd', 'elst', 'stsd'],
  ...['esds', 'mdat', 'OggS', 'OpusHead', '\x01vorbis', '\x05vorbis', 'RIFF', 'fmt ', 'data', 'fLaC', 'ID3'],
  ...['Info', '\xff\xfb', '\xff\xf1', '\xff\xf8'],
].map((name) => Buffer.from(name, 'latin1'));

type Below = (limit: number) => number;

/** Overwrites a size, a count or a time next to a name with zeros, ones or something else. */
function corruptBesideName(bytes: Buffer, at: number, below: Below): Buffer {
  const name = NAMES[below(NAMES.length)] as Buffer;
  const found = bytes.indexOf(name, below(2) === 0 ? 0 : at);
  if (found < 0) return bytes;
  const field = Math.max(0, found + below(36) - 8);
  const width = [1, 2, 4, 8][below(4)] as number;
  const value = [0, 255, below(256)][below(3)] as number;
  return bytes.fill(value, field, Math.min(bytes.length, field + width));
}

/** One to four damaged places; half of them in the first 600 bytes, where the headers are. */
export function mutate(original: Uint8Array, below: Below): Uint8Array {
  let bytes = Buffer.from(original);
  const splice = (at: number, drop: number, put: Uint8Array) => {
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + drop)]);
  };
  const none = Buffer.alloc(0);
  for (let wounds = 1 + below(4); wounds > 0 && bytes.length > 0; wounds--) {
    const at = below(below(2) === 0 ? Math.min(600, bytes.length) : bytes.length);
    const few = 1 + below(64);
    const many = 1 + below(6000);
    const other = below(bytes.length);
    const kinds = [
      () => bytes.fill((bytes[at] as number) ^ (1 << below(8)), at, at + 1),
      () => bytes.fill(below(256), at, at + 1),
      () => splice(at, few, none),
      () => splice(at, 0, Buffer.from(Array.from({ length: few }, () => below(256)))),
      () => bytes.fill(below(2) * 255, at, Math.min(bytes.length, at + [1, 2, 4, 8][below(4)]!)),
      () => bytes.fill(0, at, Math.min(bytes.length, at + 4096)),
      () => splice(at, many, none),
      () => splice(other, 0, Buffer.from(bytes.subarray(at, at + many))),
      () => splice(other, many, Buffer.from(bytes.subarray(at, at + many))),
      () => splice(at + 1, bytes.length, none),
      () => corruptBesideName(bytes, at, below),
      () => corruptBesideName(bytes, at, below),
      () => corruptBesideName(bytes, at, below),
    ];
    kinds[below(kinds.length)]?.();
  }
  return bytes;
}
