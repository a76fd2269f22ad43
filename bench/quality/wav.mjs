// Reads 16-bit PCM WAV files, and compares two of them.
import { readFileSync } from 'node:fs';

/** @param {string} path */
export function readWav(path) {
  const bytes = readFileSync(path);
  const count = bytes.readUInt16LE(22);
  const sampleRate = bytes.readUInt32LE(24);
  if (bytes.readUInt16LE(34) !== 16) throw new Error(`${path}: not 16-bit`);
  let at = 12;
  while (bytes.toString('latin1', at, at + 4) !== 'data') at += 8 + bytes.readUInt32LE(at + 4);
  const length = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8);
  const frames = Math.floor(length / 2 / count);
  const channels = Array.from({ length: count }, (_, channel) =>
    Float32Array.from(
      { length: frames },
      (_, n) => bytes.readInt16LE(at + 8 + 2 * (n * count + channel)) / 32768,
    ),
  );
  return { channels, sampleRate, frames };
}

/** Mean over 20 ms segments of the signal-to-noise ratio, each clamped to −10…60 dB. */
export function segmentalSnr(reference, degraded) {
  const length = Math.round(reference.sampleRate * 0.02);
  let [sum, count] = [0, 0];
  reference.channels.forEach((channel, index) => {
    for (let from = 0; from + length <= channel.length; from += length) {
      let [signal, noise] = [0, 0];
      for (let n = from; n < from + length; n++) {
        signal += channel[n] ** 2;
        noise += (channel[n] - degraded.channels[index][n]) ** 2;
      }
      if (signal < 1e-6) continue;
      sum += Math.max(-10, Math.min(60, 10 * Math.log10(signal / (noise + 1e-12))));
      count += 1;
    }
  });
  return count ? sum / count : 0;
}
