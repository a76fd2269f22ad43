// Takes whose labels are known: speech-like pulses, breaths of shaped noise, room tone. The same samples everywhere.
import { voice } from '../dsp/voice.mjs';

export const RATE = 48_000;

/** A take under construction. Times are seconds; `breath` and `room` levels dB re full scale. */
export function take(seed) {
  let state = seed >>> 0;
  const noise = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  };
  const parts = [];
  let frames = 0;
  const made = { pauses: [], breaths: [], at: () => frames / RATE };
  const add = (part) => {
    parts.push(part);
    frames += part.length;
  };
  const speech = voice({ seconds: 20, sampleRate: RATE });
  return {
    ...made,
    random: () => (noise() + 1) / 2,
    speech(seconds, level = 1) {
      // From a syllable that sounds to one that does.
      const from = Math.floor(RATE * 2.62 * Math.floor(((noise() + 1) / 2) * 4));
      add(speech.slice(from, from + Math.round(seconds * RATE)).map((x) => x * level));
    },
    gap: (seconds) => add(new Float32Array(Math.round(seconds * RATE))),
    pause(seconds) {
      made.pauses.push([frames / RATE, frames / RATE + seconds]);
      add(new Float32Array(Math.round(seconds * RATE)));
    },
    breath(seconds, db) {
      made.breaths.push([frames / RATE, frames / RATE + seconds]);
      const out = new Float32Array(Math.round(seconds * RATE));
      let [one, two, slow] = [0, 0, 0];
      for (let n = 0; n < out.length; n++) {
        one += 0.54 * (noise() - one);
        two += 0.54 * (one - two);
        slow += 0.063 * (two - slow);
        out[n] = 3 * 10 ** (db / 20) * Math.sin((Math.PI * n) / out.length) ** 2 * (two - slow);
      }
      add(out);
    },
    /** All of it, room tone added. */
    finish(db) {
      const out = new Float32Array(frames);
      let at = 0;
      for (const part of parts) {
        out.set(part, at);
        at += part.length;
      }
      let slow = 0;
      for (let n = 0; n < frames; n++) {
        const x = noise();
        slow += 0.05 * (x - slow);
        out[n] += 10 ** (db / 20) * (1.2 * x + 4 * slow);
      }
      return out;
    },
  };
}

/** A 32-bit float WAVE file of planar samples. */
export function floatWav(channels, sampleRate = RATE) {
  const bytes = channels.length * channels[0].length * 4;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(3, 20);
  file.writeUInt16LE(channels.length, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * channels.length * 4, 28);
  file.writeUInt16LE(channels.length * 4, 32);
  file.writeUInt16LE(32, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
  const samples = new Float32Array(file.buffer, file.byteOffset + 44, bytes / 4);
  for (const [index, channel] of channels.entries())
    for (let n = 0; n < channel.length; n++) samples[n * channels.length + index] = channel[n];
  return file;
}

/** Bytes as the engine reads them. */
export const source = (bytes) => ({
  size: bytes.length,
  readAt: (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
});

/** Collects what the engine writes. */
export function sink() {
  const pieces = [];
  let patches = [];
  return {
    write: (bytes) => void pieces.push(Buffer.from(bytes)),
    patch: (offset, bytes) => void patches.push([offset, Buffer.from(bytes)]),
    bytes() {
      const all = Buffer.concat(pieces);
      for (const [offset, bytes] of patches) bytes.copy(all, offset);
      patches = [];
      return all;
    },
  };
}
