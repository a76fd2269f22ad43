// Format and size of the export, chosen so that the server accepts it. Pure.
import {
  AUDIO_MAX_BYTES,
  AUDIO_MAX_SECONDS,
  MP3_KBPS,
  WAV_PUBLISH_MAX_BYTES,
} from '../../../api/contract/limits.ts';
import type { EditorSource } from './atoms.ts';

export type ExportPlan =
  | { kind: 'wav' | 'mp3'; kbps: number; bytes: number }
  /** The source is published as it is. */
  | { kind: 'original'; bytes: number }
  /** Too long for the server by `over` seconds. */
  | { kind: 'too_long'; over: number };

/** Bytes of a RIFF header with only `fmt ` and `data`. */
const WAV_HEADER_BYTES = 44;
/** Phones export WAV up to this length: about 6 MB, without any loss. */
const SHORT_CLIP_SECONDS = 60;
/** Bitrates below `MP3_KBPS` (ISO 11172-3, 2.4.2.3). An hour fits at the first. */
const LOWER_KBPS = [112, 96, 80, 64] as const;
/** Samples of one MP3 frame, and those a decoder takes off both ends (the engine's delay and padding). */
const FRAME_SAMPLES = 1152;
const GAPLESS_SAMPLES = 528 + 529;

/** Rate the engine encodes a source of this rate at. */
function mp3Rate(sampleRate: number): number {
  if ([32_000, 44_100, 48_000].includes(sampleRate)) return sampleRate;
  return sampleRate % 11_025 === 0 ? 44_100 : 48_000;
}

/** Exact size of an MP3 of this length, from 64 kbit/s on: the frame that holds the length, and the audio frames. */
export function mp3Bytes(seconds: number, sampleRate: number, kbps: number): number {
  const rate = mp3Rate(sampleRate);
  const frames = Math.ceil((Math.ceil(seconds * rate) + GAPLESS_SAMPLES) / FRAME_SAMPLES);
  const frameBytes = (144_000 * kbps) / rate;
  return Math.floor(frameBytes) + Math.floor(frames * frameBytes);
}

/**
 * WAV for short clips; MP3 for longer ones on phones and whenever WAV would exceed 45 MB. What does not fit at the usual
 * bitrate is published unchanged if nothing was edited, otherwise at the highest bitrate that fits. `seconds`: total of
 * the kept areas; `isWhole`: they cover the whole source, without tools.
 */
export function exportPlan(
  seconds: number,
  source: Pick<EditorSource, 'sampleRate' | 'channels' | 'isPublishable' | 'file'>,
  { phone, isWhole }: { phone: boolean; isWhole: boolean },
): ExportPlan {
  if (seconds > AUDIO_MAX_SECONDS) return { kind: 'too_long', over: seconds - AUDIO_MAX_SECONDS };
  const wavBytes = WAV_HEADER_BYTES + Math.ceil(seconds * source.sampleRate) * source.channels * 2;
  if (phone ? seconds <= SHORT_CLIP_SECONDS : wavBytes <= WAV_PUBLISH_MAX_BYTES)
    return { kind: 'wav', kbps: 0, bytes: wavBytes };
  const plan = (kbps: number): ExportPlan => ({
    kind: 'mp3',
    kbps,
    bytes: mp3Bytes(seconds, source.sampleRate, kbps),
  });
  const fits = (kbps: number) => mp3Bytes(seconds, source.sampleRate, kbps) <= AUDIO_MAX_BYTES;
  if (fits(MP3_KBPS)) return plan(MP3_KBPS);
  if (isWhole && source.isPublishable && source.file.size <= AUDIO_MAX_BYTES)
    return { kind: 'original', bytes: source.file.size };
  return plan(LOWER_KBPS.find(fits) ?? 64);
}
