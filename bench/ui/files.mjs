// The takes of this bench, made once per machine by its ffmpeg: a minute of the seeded voice, repeated.
import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ffmpeg, longFile } from '../dsp/longFile.mjs';

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
