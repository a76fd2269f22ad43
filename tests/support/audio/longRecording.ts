// A new recording of a given size.
import { randomBytes } from 'node:crypto';

const HEADER_BYTES = 44;
const RATE = 48_000;
const CHANNELS = 2;

/** 16-bit stereo WAVE of about `size` bytes: a tone with a tail of unique noise. */
export function longRecording(size: number): Buffer {
  const frames = Math.floor((size - HEADER_BYTES) / (2 * CHANNELS));
  const dataBytes = frames * 2 * CHANNELS;
  const bytes = Buffer.alloc(HEADER_BYTES + dataBytes);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + dataBytes, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(CHANNELS, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2 * CHANNELS, 28);
  bytes.writeUInt16LE(2 * CHANNELS, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(dataBytes, 40);
  // One second of a 440 Hz tone, repeated.
  const second = Buffer.alloc(RATE * 2 * CHANNELS);
  for (let frame = 0; frame < RATE; frame++) {
    const sample = Math.round(8000 * Math.sin((2 * Math.PI * 440 * frame) / RATE));
    second.writeInt16LE(sample, frame * 4);
    second.writeInt16LE(sample, frame * 4 + 2);
  }
  for (let at = HEADER_BYTES; at < bytes.length; at += second.length) second.copy(bytes, at);
  randomBytes(64).copy(bytes, bytes.length - 64);
  return bytes;
}

/** 8-bit mono WAVE of exactly `size` bytes. */
export function eightBitRecording(size: number): Buffer {
  const whole = longRecording(HEADER_BYTES + 64);
  const bytes = Buffer.alloc(size, 128);
  whole.copy(bytes, 0, 0, HEADER_BYTES);
  bytes.writeUInt32LE(size - 8, 4);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.writeUInt32LE(size - HEADER_BYTES, 40);
  randomBytes(64).copy(bytes, size - 64);
  return bytes;
}
