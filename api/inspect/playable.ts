// Which of the formats that the engine reads browsers can play. Others are refused.
//
// Chromium: `media/base/limits.h` (3,000 … 768,000 Hz); 9, 16 or 32 channels it plays only at the loudspeakers'
// own rate, else it stops with "unsupported midstream configuration change" (tried in 156).
// Firefox: `AudioInfo` in `dom/media/MediaInfo.h` (640,000 Hz, 256 channels).
import type { Codec, Inspection } from './wasm.ts';

/** Sample rates that both play. */
const RATE_MIN_HZ = 3000;
const RATE_MAX_HZ = 640_000;
const CHANNELS_MAX = 8;

/** What Chromium decodes, each tried in 156 and again by the tests. */
const PLAYED: Record<Codec, boolean> = {
  opus: true,
  vorbis: true,
  mp3: true,
  aac: true,
  // Only Safari plays it, so the published copy is MP3.
  alac: false,
  flac: true,
  pcm_u8: true,
  pcm_s16le: true,
  pcm_s24le: true,
  pcm_s32le: true,
  pcm_s64le: false,
  pcm_f32le: true,
  pcm_f64le: false,
  pcm_alaw: true,
  pcm_mulaw: true,
};

export type Sound = Pick<Inspection, 'codec' | 'channels' | 'sampleRate'>;

/** Why browsers cannot play it, null when they can. */
export function unplayable({ codec, channels, sampleRate }: Sound): string | null {
  if (!PLAYED[codec]) return `browsers cannot play ${codec}`;
  if (channels > CHANNELS_MAX) return `browsers play at most ${CHANNELS_MAX} channels, it has ${channels}`;
  if (sampleRate < RATE_MIN_HZ || sampleRate > RATE_MAX_HZ) {
    return `browsers play ${RATE_MIN_HZ} to ${RATE_MAX_HZ} samples a second, it has ${sampleRate}`;
  }
  return null;
}

/** Whether the frame that `head` begins is MP3 of free format (bitrate index 0), which no browser plays. */
export const isFreeFormat = (codec: Codec, head: Uint8Array) =>
  codec === 'mp3' && (head[2] ?? 0xff) >> 4 === 0;
