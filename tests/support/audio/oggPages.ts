// Reads and writes packets in Ogg pages (RFC 3533), one packet per page.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});

function checksum(page: Buffer): number {
  let crc = 0;
  for (const byte of page) crc = (crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 255] as number);
  return crc >>> 0;
}

export interface OggPacket {
  bytes: Buffer;
  /** Granule of the page on which the packet ended, if it is the last one there. */
  granule: bigint | null;
}

/** The packets of a file with one stream. */
export function oggPackets(file: Buffer): OggPacket[] {
  const packets: OggPacket[] = [];
  let pieces: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const granule = file.readBigUInt64LE(at + 6);
    const count = file[at + 26] as number;
    const lacing = file.subarray(at + 27, at + 27 + count);
    at += 27 + count;
    let last: OggPacket | null = null;
    for (const bytes of lacing) {
      pieces.push(file.subarray(at, at + bytes));
      at += bytes;
      if (bytes === 255) continue;
      last = { bytes: Buffer.concat(pieces), granule: null };
      packets.push(last);
      pieces = [];
    }
    if (last) last.granule = granule;
  }
  return packets;
}

/** A file of these packets; those without a granule share the page of the next that has one. */
export function oggFile(packets: readonly OggPacket[]): Buffer {
  const pages: Buffer[] = [];
  let waiting: Buffer[] = [];
  const flush = (granule: bigint, isLast: boolean) => {
    const lacing = waiting.flatMap(({ length }) => [
      ...Array<number>(Math.floor(length / 255)).fill(255),
      length % 255,
    ]);
    if (lacing.length > 255) throw new Error('too many packets for a page');
    const page = Buffer.concat([Buffer.alloc(27), Buffer.from(lacing), ...waiting]);
    page.write('OggS', 0, 'latin1');
    page[5] = (pages.length === 0 ? 2 : 0) | (isLast ? 4 : 0);
    page.writeBigUInt64LE(granule, 6);
    page.writeUInt32LE(77, 14);
    page.writeUInt32LE(pages.length, 18);
    page[26] = lacing.length;
    page.writeUInt32LE(checksum(page), 22);
    pages.push(page);
    waiting = [];
  };
  for (const [index, { bytes, granule }] of packets.entries()) {
    waiting.push(bytes);
    if (granule !== null) flush(granule, index === packets.length - 1);
  }
  return Buffer.concat(pages);
}
