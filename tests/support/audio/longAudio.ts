// Long recordings at little cost: one minute is encoded, the rest repeats its packets.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** `aac` is HE-AAC. */
export type LongKind = keyof typeof KINDS | 'aac';

/** ffmpeg has no encoder for it. */
const HE_AAC = new URL('../../../dsp/core/tests/variants/he_aac/pair.aac', import.meta.url);
/** Frames of a packet, Hz. */
const HE_AAC_PACKET = { frames: 2_048, sampleRate: 44_100 };

/** The packets of an ADTS file again and again, as many as fit. */
function repeatedPackets(seconds: number): Buffer {
  const file = readFileSync(HE_AAC);
  const packets: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const length = (file.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
    packets.push(file.subarray(at, at + length));
    at += length;
  }
  const count = Math.floor((seconds * HE_AAC_PACKET.sampleRate) / HE_AAC_PACKET.frames);
  return Buffer.concat(
    Array.from({ length: count }, (_, index) => packets[index % packets.length] as Buffer),
  );
}

const ffmpeg = (...args: string[]) => ask('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);

/** Writes `minutes` of a voice into `folder`; returns the path. */
export function makeLong(folder: string, kind: LongKind, minutes: number): string {
  if (kind === 'aac') {
    const path = join(folder, `${minutes}-minutes.aac`);
    writeFileSync(path, repeatedPackets(60 * minutes));
    return path;
  }
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
