// 16-bit WAV files for tests: written from planes, read back to planes. Little-endian RIFF.

export interface WavAudio {
  sampleRate: number;
  /** Samples −1…1, one array per channel. */
  channels: Float32Array[];
}

/** Interleaves and rounds to 16 bit. */
export function writeWav({ sampleRate, channels }: WavAudio): Buffer {
  const frames = channels[0]?.length ?? 0;
  const bytes = Buffer.alloc(44 + frames * channels.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels.length, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * channels.length * 2, 28);
  bytes.writeUInt16LE(channels.length * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(bytes.length - 44, 40);
  for (let frame = 0; frame < frames; frame++) {
    channels.forEach((channel, index) => {
      const value = Math.max(-32768, Math.min(32767, Math.round((channel[frame] ?? 0) * 32768)));
      bytes.writeInt16LE(value, 44 + (frame * channels.length + index) * 2);
    });
  }
  return bytes;
}

/** Reads a plain 16-bit PCM WAV; throws on anything else. */
export function readWav(bytes: Buffer): WavAudio {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') throw new Error('not a RIFF file');
  let offset = 12;
  let sampleRate = 0;
  let count = 0;
  while (offset + 8 <= bytes.length) {
    const id = bytes.toString('latin1', offset, offset + 4);
    const size = bytes.readUInt32LE(offset + 4);
    if (id === 'fmt ') {
      if (bytes.readUInt16LE(offset + 22) !== 16) throw new Error('not 16 bit');
      count = bytes.readUInt16LE(offset + 10);
      sampleRate = bytes.readUInt32LE(offset + 12);
    }
    if (id === 'data') {
      const frames = Math.floor(Math.min(size, bytes.length - offset - 8) / (count * 2));
      const channels = Array.from({ length: count }, (_, channel) =>
        Float32Array.from(
          { length: frames },
          (_, frame) => bytes.readInt16LE(offset + 8 + (frame * count + channel) * 2) / 32768,
        ),
      );
      return { sampleRate, channels };
    }
    offset += 8 + size + (size % 2);
  }
  throw new Error('no data chunk');
}
