// Mono WebM/Opus of any length, as a recorder writes it: a minute of the seeded voice, repeated, encoded once
// per machine by its ffmpeg.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { voice } from './voice.mjs';

const CACHE = new URL('../.cache/', import.meta.url);
const SAMPLE_RATE = 48_000;

/** 16-bit mono WAVE. @param {Float32Array} samples */
export function wav(samples, sampleRate) {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, sampleRate],
    [28, sampleRate * 2],
  ])
    file.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ])
    file.writeUInt16LE(value, at);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [n, value] of samples.entries()) file.writeInt16LE(Math.round(value * 32_767), 44 + 2 * n);
  return file;
}

/** Throws ffmpeg's message. */
export function ffmpeg(...args) {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], {
    maxBuffer: 1 << 29,
  });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
  return stdout;
}

/** @returns {string} path */
export function longFile(minutes) {
  mkdirSync(CACHE, { recursive: true });
  const at = (name) => fileURLToPath(new URL(name, CACHE));
  const path = at(`voice-${minutes}min.webm`);
  if (existsSync(path)) return path;
  console.log(`  (encoding ${minutes} min of WebM/Opus once)`);
  const minute = at('minute.wav');
  writeFileSync(minute, wav(voice({ seconds: 60, sampleRate: SAMPLE_RATE }), SAMPLE_RATE));
  const source = ['-stream_loop', String(minutes - 1), '-i', minute];
  const codec = ['-ac', '1', '-c:a', 'libopus', '-b:a', '64k', '-f', 'webm'];
  ffmpeg(...source, ...codec, `${path}.part`);
  renameSync(`${path}.part`, path);
  return path;
}
