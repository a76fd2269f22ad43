// One file per format for engine tests: WAV computed, the rest encoded from it by the machine's ffmpeg.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './ffmpeg.ts';
import { noise, sine, sweep } from './signals.ts';
import { writeWav } from './wav.ts';

export interface Format {
  name: string;
  extension: string;
  /** ffmpeg arguments that choose the codec. */
  codec: string[];
  /** Hz; Opus is always 48,000. */
  sampleRate: number;
}

/** Every format accepted for publishing, made by other encoders. */
export const FORMATS: Format[] = [
  { name: 'WAV', extension: 'wav', codec: ['-c:a', 'pcm_s16le'], sampleRate: 44_100 },
  { name: 'WebM/Opus', extension: 'webm', codec: ['-c:a', 'libopus', '-b:a', '96k'], sampleRate: 48_000 },
  { name: 'Ogg/Opus', extension: 'opus', codec: ['-c:a', 'libopus', '-b:a', '96k'], sampleRate: 48_000 },
  { name: 'Ogg/Vorbis', extension: 'ogg', codec: ['-c:a', 'libvorbis', '-q:a', '4'], sampleRate: 44_100 },
  { name: 'MP3', extension: 'mp3', codec: ['-c:a', 'libmp3lame', '-b:a', '128k'], sampleRate: 44_100 },
  { name: 'MP4/AAC', extension: 'm4a', codec: ['-c:a', 'aac', '-b:a', '128k'], sampleRate: 44_100 },
  { name: 'FLAC', extension: 'flac', codec: ['-c:a', 'flac'], sampleRate: 44_100 },
];

/** Stereo that changes all the time: a sweep, a tone, a little noise. */
export function material(seconds: number, sampleRate: number): Float32Array[] {
  const frames = Math.round(seconds * sampleRate);
  const rising = sweep(80, 9000, frames, sampleRate);
  return [sine(440, frames, sampleRate, 0.2), sine(660, frames, sampleRate, 0.2)].map((tone, channel) => {
    const hiss = noise(channel + 1, frames, 0.02);
    return tone.map((value, n) => value + 0.6 * (rising[n] as number) + (hiss[n] as number));
  });
}

/** Writes `seconds` of audio as `format` into `folder`; returns the path. Throws ffmpeg's message. */
export function makeFile(folder: string, format: Format, seconds: number): string {
  const { sampleRate } = format;
  // Formats with the same rate share their source.
  const source = join(folder, `source-${sampleRate}-${seconds}.wav`);
  if (!existsSync(source))
    writeFileSync(source, writeWav({ sampleRate, channels: material(seconds, sampleRate) }));
  const path = join(folder, `file.${format.extension}`);
  ask('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', source, ...format.codec, path]);
  return path;
}

/** Duration of the container in seconds, by ffprobe. */
export function probedSeconds(path: string): number {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path];
  return Number(String(ask('ffprobe', args)).trim());
}
