// The takes of this bench, made once per machine by its ffmpeg: a minute of the seeded voice, repeated.
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ffmpeg, longFile, wav } from '../dsp/longFile.mjs';
import { voice } from '../dsp/voice.mjs';
import { randomOf } from '../voice/speakers.mjs';

const RATE = 48_000;

/** WebM/Opus as a recorder writes it: no length, no index, clusters of unknown size. */
export function recorded(minutes) {
  const whole = longFile(minutes);
  const path = whole.replace('.webm', '-recorded.webm');
  if (!existsSync(path)) {
    ffmpeg('-i', whole, '-c', 'copy', '-f', 'webm', '-live', '1', `${path}.part`);
    renameSync(`${path}.part`, path);
  }
  return path;
}

/** The same voice with hum, hiss and clicks. */
export function noisy(minutes) {
  const folder = dirname(longFile(1));
  const path = join(folder, `noisy-${minutes}min.webm`);
  if (existsSync(path)) return path;
  const minute = join(folder, 'noisy-minute.wav');
  writeFileSync(minute, wav(noisyMinute(), RATE));
  const codec = ['-ac', '1', '-c:a', 'libopus', '-b:a', '96k', '-f', 'webm', '-live', '1'];
  ffmpeg('-stream_loop', String(minutes - 1), '-i', minute, ...codec, `${path}.part`);
  renameSync(`${path}.part`, path);
  return path;
}

/** Whole periods in a minute, so that the hum goes on where the minute is repeated. */
const HUM_HZ = 50 + 1 / 60;

function noisyMinute() {
  const random = randomOf(7);
  const samples = voice({ seconds: 60, sampleRate: RATE });
  for (let n = 0; n < samples.length; n++) {
    const angle = (2 * Math.PI * HUM_HZ * n) / RATE;
    const hum = Math.sin(angle) + 0.5 * Math.sin(2 * angle + 1) + 0.3 * Math.sin(3 * angle + 2);
    samples[n] = 0.5 * samples[n] + 0.01 * hum + 0.006 * (2 * random() - 1);
  }
  for (let at = RATE / 2; at < samples.length - RATE; at += Math.round((0.5 + random()) * RATE))
    for (let n = 0; n < 100; n++) samples[at + n] += 0.3 * Math.exp(-n / 15) * Math.cos(n / 2.5);
  return samples;
}

/** MP3 of 128 kbit/s: 48 MB are 50 minutes. */
export function uploaded(minutes) {
  const folder = dirname(longFile(minutes));
  const path = join(folder, `voice-${minutes}min.mp3`);
  if (!existsSync(path)) {
    const codec = ['-ac', '1', '-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3'];
    ffmpeg('-stream_loop', String(minutes - 1), '-i', join(folder, 'minute.wav'), ...codec, `${path}.part`);
    renameSync(`${path}.part`, path);
  }
  return path;
}
