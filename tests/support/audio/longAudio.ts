// Long recordings at little cost: one minute is encoded, the rest repeats its packets.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { voice } from '../server/voice.ts';
import { ask } from './ffmpeg.ts';
import { writeWav } from './wav.ts';

/** name → Hz and ffmpeg's codec options; mono. */
const KINDS = {
  webm: { sampleRate: 48_000, codec: ['-c:a', 'libopus', '-b:a', '32k'] },
  mp3: { sampleRate: 44_100, codec: ['-c:a', 'libmp3lame', '-b:a', '64k'] },
  m4a: { sampleRate: 44_100, codec: ['-c:a', 'aac', '-b:a', '64k'] },
  wav: { sampleRate: 32_000, codec: ['-c:a', 'pcm_s16le'] },
};

export type LongKind = keyof typeof KINDS;

const ffmpeg = (...args: string[]) => ask('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);

/** Writes `minutes` of a voice into `folder`; returns the path. */
export function makeLong(folder: string, kind: LongKind, minutes: number): string {
  const { sampleRate, codec } = KINDS[kind];
  const [pcm, minute, path] = ['pcm.wav', `minute.${kind}`, `${minutes}-minutes.${kind}`].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  if (!existsSync(minute)) {
    writeFileSync(pcm, writeWav({ sampleRate, channels: [voice(60, sampleRate)] }));
    ffmpeg('-i', pcm, ...codec, minute);
  }
  ffmpeg('-stream_loop', String(minutes - 1), '-i', minute, '-c', 'copy', path);
  return path;
}
