// WAV files of any sample format, rate and number of channels, computed.

export interface PcmKind {
  /** Format code: 1 integers, 3 floats, 6 A-law, 7 µ-law. */
  code: number;
  bits: number;
  channels: number;
  sampleRate: number;
}

/** `seconds` of a tone, the same in each channel. */
export function pcmWav({ code, bits, channels, sampleRate }: PcmKind, seconds: number): Buffer {
  const frames = Math.round(sampleRate * seconds);
  const block = (channels * bits) / 8;
  const file = Buffer.alloc(44 + frames * block);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(code, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * block, 28);
  file.writeUInt16LE(block, 32);
  file.writeUInt16LE(bits, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(file.length - 44, 40);
  const step = (2 * Math.PI * Math.min(440, sampleRate / 8)) / sampleRate;
  for (let frame = 0; frame < frames; frame++) {
    const value = 0.3 * Math.sin(step * frame);
    for (let channel = 0; channel < channels; channel++) {
      put(file, 44 + frame * block + (channel * bits) / 8, value, code, bits);
    }
  }
  return file;
}

function put(file: Buffer, at: number, value: number, code: number, bits: number): void {
  if (code === 3) {
    if (bits === 32) file.writeFloatLE(value, at);
    else file.writeDoubleLE(value, at);
  } else if (code !== 1) {
    // The logarithmic byte of a quiet sample, its sign at the top.
    file[at] = (value < 0 ? 0x2a : 0xaa) ^ (Math.round(Math.abs(value) * 31) & 31);
  } else if (bits === 8) {
    file[at] = 128 + Math.round(value * 127);
  } else if (bits === 64) {
    file.writeBigInt64LE(BigInt(Math.round(value * 2 ** 62)), at);
  } else {
    file.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), at, bits / 8);
  }
}
