// The clips the encoder is judged on: made here, the same bytes on every machine (speech needs
// espeak-ng and is left out where that is missing). Samples are −1…1, 44.1 kHz.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SAMPLE_RATE = 44100;
const SECONDS = 8;
const FRAMES = SECONDS * SAMPLE_RATE;

/** A seeded generator of −1…1 (xorshift32). */
function noise(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2147483648 - 1;
  };
}

/** Two-pole band-pass in place of `signal`: centre in Hz, quality. */
function bandPass(signal, centre, quality) {
  const w = (2 * Math.PI * centre) / SAMPLE_RATE;
  const alpha = Math.sin(w) / (2 * quality);
  const a0 = 1 + alpha;
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return signal.map((x) => {
    const y = (alpha * x - alpha * x2 + 2 * Math.cos(w) * y1 - (1 - alpha) * y2) / a0;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

function normalise(channels, peak) {
  let top = 1e-9;
  for (const channel of channels) for (const x of channel) top = Math.max(top, Math.abs(x));
  return channels.map((channel) => channel.map((x) => (x / top) * peak));
}

function buffer() {
  return new Float32Array(FRAMES);
}

function breath() {
  const random = noise(11);
  const raw = buffer().map(random);
  const near = bandPass(raw, 900, 0.7);
  const far = bandPass(raw, 4200, 0.6);
  const out = buffer();
  for (let n = 0; n < FRAMES; n++) {
    const t = (n / SAMPLE_RATE) % 2.6;
    const inhale = t < 1.1 ? Math.sin((Math.PI * t) / 1.1) ** 1.5 : 0;
    const exhale = t > 1.3 && t < 2.4 ? Math.exp(-(t - 1.3) * 2.2) * Math.min(1, (t - 1.3) * 40) : 0;
    out[n] = 0.5 * inhale * far[n] + exhale * (near[n] + 0.4 * far[n]) + raw[n] * 2e-4;
  }
  return normalise([out], 0.5);
}

function musicBox() {
  const left = buffer();
  const right = buffer();
  const scale = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24];
  const random = noise(5);
  for (let note = 0; note < 40; note++) {
    const start = Math.floor((note * 0.2 + 0.05) * SAMPLE_RATE);
    const pitch = 523.25 * 2 ** (scale[Math.floor((random() * 0.5 + 0.5) * 10.99)] / 12);
    const pan = random() * 0.4 + 0.5;
    const partials = [
      [1, 1, 1.8],
      [2.756, 0.35, 5],
      [5.404, 0.16, 11],
      [8.93, 0.05, 20],
    ];
    for (const [ratio, level, decay] of partials) {
      const w = (2 * Math.PI * pitch * ratio) / SAMPLE_RATE;
      if (w > 2.6) continue;
      for (let n = 0; n < 2 * SAMPLE_RATE && start + n < FRAMES; n++) {
        const t = n / SAMPLE_RATE;
        const x = level * Math.exp(-decay * t) * Math.min(1, t * 2000) * Math.sin(w * n);
        left[start + n] += x * Math.cos((pan * Math.PI) / 2);
        right[start + n] += x * Math.sin((pan * Math.PI) / 2);
      }
    }
  }
  return normalise([left, right], 0.7);
}

function pads() {
  const channels = [buffer(), buffer()];
  const chords = [
    [110, 164.8, 220, 277.2],
    [98, 146.8, 196, 246.9],
    [123.5, 185, 246.9, 293.7],
    [82.4, 164.8, 207.7, 246.9],
  ];
  channels.forEach((out, side) => {
    chords.forEach((chord, index) => {
      for (const pitch of chord) {
        const detuned = pitch * (1 + (side ? 0.003 : -0.003));
        for (let partial = 1; partial * detuned < 15000 && partial < 60; partial++) {
          const w = (2 * Math.PI * detuned * partial) / SAMPLE_RATE;
          const level = 1 / partial / (1 + (partial * detuned) / 1800);
          for (let n = 0; n < 2 * SAMPLE_RATE; n++) {
            const envelope = Math.sin((Math.PI * n) / (2 * SAMPLE_RATE)) ** 0.6;
            out[index * 2 * SAMPLE_RATE + n] += level * envelope * Math.sin(w * n + partial * 1.7);
          }
        }
      }
    });
  });
  return normalise(channels, 0.6);
}

function castanets() {
  const left = buffer();
  const right = buffer();
  const random = noise(77);
  let at = 0.15;
  while (at < SECONDS - 0.2) {
    const start = Math.floor(at * SAMPLE_RATE);
    const pan = random() * 0.35 + 0.5;
    const [f1, f2, f3] = [1150 + random() * 60, 2480 + random() * 120, 5200 + random() * 300];
    for (let n = 0; n < 0.08 * SAMPLE_RATE && start + n < FRAMES; n++) {
      const t = n / SAMPLE_RATE;
      const x =
        Math.exp(-110 * t) * Math.sin(2 * Math.PI * f1 * t) +
        0.9 * Math.exp(-150 * t) * Math.sin(2 * Math.PI * f2 * t) +
        0.5 * Math.exp(-220 * t) * Math.sin(2 * Math.PI * f3 * t) +
        0.8 * Math.exp(-700 * t) * random();
      left[start + n] += x * Math.cos((pan * Math.PI) / 2);
      right[start + n] += x * Math.sin((pan * Math.PI) / 2);
    }
    at += [0.25, 0.125, 0.125, 0.0833, 0.0833, 0.0833][Math.floor((random() + 1) * 2.999)];
  }
  return normalise([left, right], 0.8);
}

function rain() {
  const channels = [21, 22].map((seed) => {
    const random = noise(seed);
    const bed = bandPass(buffer().map(random), 3000, 0.4).map((x) => x * 0.3);
    for (let drop = 0; drop < 900; drop++) {
      const start = Math.floor((random() * 0.5 + 0.5) * (FRAMES - 2000));
      const pitch = 1800 + (random() + 1) * 2500;
      const level = (random() * 0.5 + 0.5) ** 3;
      for (let n = 0; n < 900; n++) {
        bed[start + n] += level * Math.exp(-n / 120) * Math.sin((2 * Math.PI * pitch * n) / SAMPLE_RATE);
      }
    }
    return bed;
  });
  return normalise(channels, 0.6);
}

/** Plucked strings (Karplus–Strong) with a beat of filtered noise: dense, transient, wide. */
function band() {
  const left = buffer();
  const right = buffer();
  const random = noise(9);
  const notes = [82.4, 123.5, 164.8, 196, 246.9, 329.6, 392, 493.9];
  for (let step = 0; step < 32; step++) {
    const start = Math.floor(step * 0.25 * SAMPLE_RATE);
    const pitch = notes[Math.floor((random() * 0.5 + 0.5) * 7.99)];
    const line = new Float32Array(Math.round(SAMPLE_RATE / pitch)).map(random);
    const pan = random() * 0.5 + 0.5;
    let previous = 0;
    for (let n = 0; n < 1.2 * SAMPLE_RATE && start + n < FRAMES; n++) {
      const index = n % line.length;
      const x = line[index];
      line[index] = 0.4985 * (x + previous);
      previous = x;
      left[start + n] += x * Math.cos((pan * Math.PI) / 2);
      right[start + n] += x * Math.sin((pan * Math.PI) / 2);
    }
    for (let n = 0; n < 0.12 * SAMPLE_RATE && start + n < FRAMES; n++) {
      const t = n / SAMPLE_RATE;
      const kick =
        step % 4 === 0
          ? 1.5 * Math.exp(-18 * t) * Math.sin(2 * Math.PI * (50 * t + 9 * (1 - Math.exp(-30 * t))))
          : 0;
      const hat = 0.35 * Math.exp(-60 * t) * random();
      left[start + n] += kick + hat;
      right[start + n] += kick - 0.5 * hat;
    }
  }
  return normalise([left, right], 0.8);
}

/** Spoken by espeak-ng, or null where it is missing. */
function speech(voice, text) {
  const spoken = spawnSync('espeak-ng', ['-v', voice, '-s', '150', '--stdout', text], {
    maxBuffer: 1 << 26,
  });
  if (spoken.status !== 0) return null;
  const resampled = spawnSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      '-',
      '-t',
      String(SECONDS),
      '-ar',
      String(SAMPLE_RATE),
      '-ac',
      '1',
      '-f',
      'f32le',
      '-',
    ],
    { input: spoken.stdout, maxBuffer: 1 << 28 },
  );
  if (resampled.status !== 0) return null;
  const bytes = resampled.stdout;
  const samples = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)),
  );
  return normalise([samples], 0.7);
}

/** The voice of `speech` left of the middle over the pads, as a produced track would be. */
function produced(voice) {
  if (!voice) return null;
  const bed = pads();
  return normalise(
    bed.map((channel, side) => channel.map((x, n) => 0.35 * x + (side ? 0.6 : 0.8) * (voice[0][n] ?? 0))),
    0.8,
  );
}

const TEXT =
  'The last train had left, and she walked home along the river. Sixteen lamps, she counted, ' +
  'each with its own small circle of rain. Somebody was whistling on the other bank.';

/** How each clip is made. */
const CLIPS = {
  'speech-low': () => speech('en', TEXT),
  'speech-high': () => speech('en+f3', TEXT),
  whisper: () => speech('en+whisper', TEXT),
  breath: () => breath(),
  'music-box': () => musicBox(),
  pads: () => pads(),
  castanets: () => castanets(),
  rain: () => rain(),
  band: () => band(),
  produced: () => produced(speech('en', TEXT)),
};

const GERMAN =
  'Der letzte Zug war fort, und sie ging am Fluss entlang nach Hause. Sechzehn Laternen zählte sie, jede mit ihrem ' +
  'eigenen kleinen Kreis aus Regen. Am anderen Ufer pfiff jemand.';

/** Twelve voices: women and men who speak, whisper and breathe, in the languages people record in. */
const VOICES = {
  'man-english': () => speech('en', TEXT),
  'woman-english': () => speech('en+f3', TEXT),
  'man-american': () => speech('en-us+m3', TEXT),
  'woman-american': () => speech('en-us+f4', TEXT),
  'deep-english': () => speech('en+m7', TEXT),
  'rough-english': () => speech('en+croak', TEXT),
  'man-german': () => speech('de', GERMAN),
  'woman-german': () => speech('de+f2', GERMAN),
  'woman-german-high': () => speech('de+f5', GERMAN),
  'whisper-english': () => speech('en+whisper', TEXT),
  'whisper-german': () => speech('de+whisperf', GERMAN),
  breath: () => breath(),
};

/**
 * The clips whose name contains `only`, by name: planar samples, or null where a tool is missing. `voices`: those on which the
 * small copy is judged.
 */
export function makeClips(only = '', voices = false) {
  const wanted = Object.entries(voices ? VOICES : CLIPS).filter(([name]) => name.includes(only));
  return Object.fromEntries(wanted.map(([name, make]) => [name, make()]));
}

/** Writes planar samples as 16-bit WAV. */
export function writeWav(directory, name, channels) {
  const frames = channels[0].length;
  const bytes = Buffer.alloc(44 + frames * channels.length * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels.length, 22);
  bytes.writeUInt32LE(SAMPLE_RATE, 24);
  bytes.writeUInt32LE(SAMPLE_RATE * channels.length * 2, 28);
  bytes.writeUInt16LE(channels.length * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  let at = 44;
  for (let n = 0; n < frames; n++) {
    for (const channel of channels) {
      bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, channel[n])) * 32767), at);
      at += 2;
    }
  }
  const path = join(directory, `${name}.wav`);
  writeFileSync(path, bytes);
  return path;
}
