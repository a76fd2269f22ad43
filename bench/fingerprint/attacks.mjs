// Changes that could hide a recording from recognition. Each returns the bytes of a file.
import { spawnSync } from 'node:child_process';
import { randomOf } from '../voice/speakers.mjs';
import { floatWav } from '../voice/takes.mjs';

const KBPS = [32, 64, 128, 320];
/** Of one channel. */
const OPUS_MAX_KBPS = 256;

/** By our own encoder. */
function mp3(core, planes, rate, kbps) {
  const encoder = new core.Mp3Encoder(rate, planes.length, kbps);
  const parts = [];
  for (let at = 0; at < planes[0].length; at += 48_000)
    parts.push(Buffer.from(encoder.encode(planes.map((plane) => plane.slice(at, at + 48_000)))));
  const { bytes } = encoder.finish();
  return Buffer.concat([...parts, Buffer.from(bytes)]);
}

function ffmpeg(wav, args) {
  const { stdout, status, stderr } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-nostdin', '-i', '-', ...args, '-'],
    { input: wav, maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
  return stdout;
}

const gained = (samples, decibels) => samples.map((sample) => sample * 10 ** (decibels / 20));

/** White noise, this far below the recording. */
function noisy(samples, decibels, seed) {
  const random = randomOf(seed);
  const power = samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
  const amplitude = Math.sqrt(3 * power) * 10 ** (-decibels / 20);
  return samples.map((x) => x + amplitude * (2 * random() - 1));
}

/**
 * @param {typeof import('../../dsp/pkg/dsp.js')} core
 * @param {number} rate of the samples
 * @returns {{ name: string, of(samples: Float32Array, seed: number): Uint8Array }[]}
 */
export function attacks(core, rate) {
  const wav = (samples) => floatWav([samples], rate);
  /** Cut by parts of a frame of the envelope. */
  const cut = (samples, share) => samples.subarray(Math.round((rate * share) / 15));
  const encoded = (codec, format) =>
    KBPS.map((kbps) => (codec === 'libopus' ? Math.min(kbps, OPUS_MAX_KBPS) : kbps)).map((kbps) => ({
      name: `${codec} at ${kbps} kbit/s`,
      of: (samples) => ffmpeg(Buffer.from(wav(samples)), ['-c:a', codec, '-b:a', `${kbps}k`, '-f', format]),
    }));
  return [
    ...KBPS.map((kbps) => ({
      name: `our MP3 at ${kbps} kbit/s`,
      of: (samples) => mp3(core, [samples], rate, kbps),
    })),
    ...encoded('aac', 'adts'),
    ...encoded('libopus', 'webm'),
    { name: 'gain -12 dB', of: (samples) => wav(gained(samples, -12)) },
    {
      name: 'gain +12 dB, clipped',
      of: (samples) => wav(gained(samples, 12).map((x) => Math.max(-1, Math.min(1, x)))),
    },
    { name: 'stereo', of: (samples) => floatWav([samples, gained(samples, -3)], rate) },
    { name: 'noise at 20 dB', of: (samples, seed) => wav(noisy(samples, 20, seed)) },
    ...[1 / 8, 1 / 4, 1 / 2, 3 / 4].map((share) => ({
      name: `starts ${share} of a frame later`,
      of: (samples) => wav(cut(samples, share)),
    })),
    ...[16_000, 22_050, 48_000].map((to) => ({
      name: `resampled to ${to} Hz`,
      of: (samples) =>
        ffmpeg(Buffer.from(wav(samples)), ['-ar', String(to), '-c:a', 'pcm_s16le', '-f', 'wav']),
    })),
    {
      name: 'half a frame later, noise at 20 dB, gain -6 dB, our MP3 at 64 kbit/s',
      of: (samples, seed) => mp3(core, [gained(noisy(cut(samples, 1 / 2), 20, seed), -6)], rate, 64),
    },
  ];
}
