// "Next Step": exports the kept areas as the file to publish. The worker cuts and encodes; the take itself never changes,
// so a failure loses nothing.

import { atom } from 'jotai/vanilla';
import {
  AUDIO_MAX_BYTES,
  AUDIO_MAX_SECONDS,
  MP3_KBPS,
  WAV_PUBLISH_MAX_BYTES,
} from '../../../api/contract/limits.ts';
import { WAV_COPY_MAX_SECONDS } from '../../audio/wavCopy.ts';
import { deviceProfileAtom } from '../../state/device.ts';
import { dspAtom } from '../../state/dsp.ts';
import { exportRegions, isUntouched } from './areas.ts';
import { areasAtom, choicesAtom, type EditorSource, exactLengthAtom, sourceAtom } from './atoms.ts';
import { stopListeningAtom } from './listen.ts';
import { editorPortsAtom } from './ports.ts';
import { isToolOn } from './tools/choices.ts';
import { gainsAtom, prepareToolsAtom } from './tools/voiceTools.ts';

type ExportPlan =
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
  const kbps = fittingKbps(seconds, source.sampleRate);
  if (kbps < MP3_KBPS && isWhole && source.isPublishable && source.file.size <= AUDIO_MAX_BYTES)
    return { kind: 'original', bytes: source.file.size };
  return { kind: 'mp3', kbps, bytes: mp3Bytes(seconds, source.sampleRate, kbps) };
}

/** The usual bitrate, or the highest below it at which an MP3 of this length fits. */
const fittingKbps = (seconds: number, sampleRate: number): number =>
  [MP3_KBPS, ...LOWER_KBPS].find((kbps) => mp3Bytes(seconds, sampleRate, kbps) <= AUDIO_MAX_BYTES) ?? 64;

export type ExportState =
  | { phase: 'idle' }
  | { phase: 'exporting' }
  | { phase: 'done' }
  | { phase: 'failed'; reason: 'none' | 'no_length' | 'too_short' | 'export_failed' };

const stateAtom = atom<ExportState>({ phase: 'idle' });
export const exportAtom = atom((get) => get(stateAtom));
/** Progress 0 … 1 of a running export; separate from the phase, so that progress re-renders little. */
const shareAtom = atom(0);
export const exportShareAtom = atom((get) => get(shareAtom));
const runningAtom = atom<AbortController | null>(null);

/** Plan for exporting the current areas; null when nothing is open or they are too short. */
export const exportPlanAtom = atom((get): ExportPlan | null => {
  const source = get(sourceAtom);
  if (!source) return null;
  const verdict = exportRegions(get(areasAtom), source.seconds);
  if (!verdict.ok) return null;
  const isChanged = isToolOn(get(choicesAtom)) || get(gainsAtom).length > 0;
  const isWhole = isUntouched(get(areasAtom), source.seconds) && !isChanged;
  const seconds = verdict.regions.reduce((sum, region) => sum + region.end - region.start, 0);
  // A phone that encodes slowly keeps WAV while the server accepts it.
  const phone = get(editorPortsAtom).isPhone() && get(deviceProfileAtom).encodesQuickly;
  return exportPlan(seconds, source, { phone, isWhole });
});

/** The kept areas are too long for the server. */
export const isTooLongAtom = atom((get) => get(exportPlanAtom)?.kind === 'too_long');

/** Exports and hands the file to the share form; a second call while one runs does nothing. */
export const exportTakeAtom = atom(null, async (get, set) => {
  if (!get(sourceAtom) || get(stateAtom).phase === 'exporting') return;
  set(stopListeningAtom);
  const ports = get(editorPortsAtom);
  const abort = new AbortController();
  set(runningAtom, abort);
  set(shareAtom, 0);
  set(stateAtom, { phase: 'exporting' });
  // Cutting by an estimated length could lose the end.
  await get(exactLengthAtom);
  // Cancelled: another export may run by now.
  if (abort.signal.aborted) return;
  const source = get(sourceAtom);
  if (!source) return void set(stateAtom, { phase: 'idle' });
  const verdict = exportRegions(get(areasAtom), source.seconds);
  if (!verdict.ok) return void set(stateAtom, { phase: 'failed', reason: verdict.reason });
  const plan = get(exportPlanAtom);
  if (!plan || plan.kind === 'too_long') return void set(stateAtom, { phase: 'idle' });
  if (plan.kind === 'original') {
    const before = ports.handoff.readUploadFile()?.data;
    const recording = ports.handoff.readRecordingData();
    // Without an upload file the form uses the recording itself.
    ports.handoff.clearUploadFile();
    if (recording) ports.handoff.writeRecordingData({ ...recording, edited: false });
    if (before) void ports.release(before).catch(() => undefined);
    return void set(stateAtom, { phase: 'done' });
  }
  let { kind: format, kbps } = plan;
  const edit = { areas: get(areasAtom), tools: get(choicesAtom), parts: source.parts };
  const report = (fraction: number) => {
    if (!abort.signal.aborted) set(shareAtom, fraction);
  };
  try {
    const dsp = get(dspAtom);
    const { tools, share } = await set(prepareToolsAtom, source, verdict.regions, abort.signal, report);
    const make = () =>
      dsp.cut(
        source.file,
        verdict.regions,
        { format, kbps, ...(tools ? { tools } : {}) },
        (fraction) => report(share + (1 - share) * fraction),
        { signal: abort.signal },
      );
    let result = await make();
    if (format === 'wav' && result.file.size > AUDIO_MAX_BYTES) {
      // One area of a WAV file keeps its samples, which may have more bits than the plan reckons with.
      await dsp.discard(result.file);
      format = 'mp3';
      kbps = fittingKbps(result.seconds, source.sampleRate);
      result = await make();
    }
    const name = `${source.name.replace(/\.\w+$/, '')}.${format}`;
    const { type, size } = result.file;
    const path = await dsp.keep(result.file).catch(() => null);
    const facts = { name, type, sizeBytes: size, madeFrom: source.reference, edit };
    const data = await ports.handoff.referToExport(path, () => dsp.detach(result.file), facts);
    if (abort.signal.aborted) return await ports.release(data);
    const before = ports.handoff.readUploadFile()?.data;
    ports.handoff.writeUploadFile({ name, type, size, data });
    if (before) void ports.release(before).catch(() => undefined);
    const recording = ports.handoff.readRecordingData();
    if (recording) ports.handoff.writeRecordingData({ ...recording, edited: true });
    set(stateAtom, { phase: 'done' });
  } catch (error) {
    if (abort.signal.aborted) return;
    console.warn('export failed', error);
    set(stateAtom, { phase: 'failed', reason: 'export_failed' });
  }
});

/** Stops a running export and clears the last result. */
export const resetExportAtom = atom(null, (get, set) => {
  get(runningAtom)?.abort();
  set(runningAtom, null);
  set(stateAtom, { phase: 'idle' });
});

/** One kept area as a WAV file to download; at most a minute (see `wavOf`). */
export const copyAreaAtom = atom(
  null,
  async (get, _set, id: string): Promise<{ file: Blob; name: string }> => {
    const source = get(sourceAtom);
    const area = get(areasAtom).find((each) => each.id === id);
    if (!source || !area) throw new RangeError('no such area');
    const range = await get(dspAtom).decodeRange(source.file, area.start, area.end);
    const stem = source.name.replace(/\.\w+$/, '');
    return {
      file: get(editorPortsAtom).wavOf(range),
      name: `${stem}_${area.start.toFixed(1)}-${area.end.toFixed(1)}s.wav`,
    };
  },
);

/** Longest area `copyAreaAtom` accepts, seconds. */
export const COPY_MAX_SECONDS = WAV_COPY_MAX_SECONDS;
