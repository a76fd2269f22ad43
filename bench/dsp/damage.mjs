// A seeded set of broken recordings: every format, every kind of damage a crash, a disk or a network leaves.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, wav } from './longFile.mjs';
import { voice } from './voice.mjs';

const SAMPLE_RATE = 48_000;
const PAGE = 4096;
/** Bytes at both ends that flips and holes spare: without its head a file is another kind of damage. */
const HEAD = 0.12;

const opus = ['-c:a', 'libopus', '-b:a', '64k'];
const aac = ['-c:a', 'aac', '-b:a', '96k'];
/** name → extension, encoder */
const FORMATS = {
  'WebM/Opus': ['webm', [...opus, '-f', 'webm']],
  'Ogg/Opus': ['opus', opus],
  'Ogg/Vorbis': ['ogg', ['-c:a', 'libvorbis', '-q:a', '4']],
  'MP4/AAC': ['m4a', aac],
  'fragmented MP4': ['m4a', [...aac, '-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '1000000']],
  MP3: ['mp3', ['-c:a', 'libmp3lame', '-b:a', '96k']],
  ADTS: ['aac', [...aac, '-f', 'adts']],
  FLAC: ['flac', ['-c:a', 'flac']],
  WAV: ['wav', ['-c:a', 'pcm_s16le']],
};

function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const cutOut = (file, from, to) =>
  Buffer.concat([file.subarray(0, from * file.length), file.subarray(to * file.length)]);

/** kind → damaged bytes; `random` is seeded per file. */
const KINDS = {
  'cut off at 70 %': (file) => file.subarray(0, file.length * 0.7),
  'cut off in the head': (file) => file.subarray(0, 600),
  'first third missing': (file) => file.subarray(file.length / 3),
  'middle missing': (file) => cutOut(file, 0.4, 0.55),
  'pages of zeros': (file, random) => {
    const broken = Buffer.from(file);
    for (let hole = 0; hole < 3; hole++) {
      const at = Math.floor((HEAD + (1 - 2 * HEAD) * random()) * file.length);
      broken.fill(0, at, Math.min(at + PAGE, file.length));
    }
    return broken;
  },
  'flipped bytes': (file, random) => {
    const broken = Buffer.from(file);
    for (let flip = 0; flip < file.length / 5000; flip++) {
      const at = Math.floor((HEAD + (1 - 2 * HEAD) * random()) * file.length);
      broken[at] ^= 1 << Math.floor(random() * 8);
    }
    return broken;
  },
  'two glued together': (file) => Buffer.concat([file, file]),
  'junk before': (file, random) =>
    Buffer.concat([Buffer.from(Array.from({ length: 3000 }, () => Math.floor(random() * 256))), file]),
  'sizes of 0xFFFFFFFF': (file) => {
    const broken = Buffer.from(file);
    for (const tag of ['RIFF', 'data', 'mdat']) {
      const at = broken.indexOf(tag);
      if (at >= 0) broken.fill(0xff, tag === 'mdat' ? at - 4 : at + 4, tag === 'mdat' ? at : at + 8);
    }
    return broken;
  },
};

/** Writes the set of recordings of this length into `folder`. @returns {{ format: string, kind: string, path: string }[]} */
export function damagedFiles(folder, seconds) {
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'source.wav');
  writeFileSync(source, wav(voice({ seconds, sampleRate: SAMPLE_RATE }), SAMPLE_RATE));
  const set = [];
  for (const [format, [extension, codec]] of Object.entries(FORMATS)) {
    const whole = join(folder, `whole.${extension}`);
    ffmpeg('-i', source, ...codec, whole);
    const file = readFileSync(whole);
    for (const [kind, damage] of Object.entries(KINDS)) {
      const bytes = damage(file, randomFrom(set.length + 1));
      if (kind.startsWith('sizes') && bytes.equals(file)) continue;
      const path = join(folder, `${set.length}.${extension}`);
      writeFileSync(path, bytes);
      set.push({ format, kind, path });
    }
  }
  return set;
}
