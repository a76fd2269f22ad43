// "Next Step": exports the kept areas as the file to publish. The worker cuts and encodes; the take itself never changes,
// so a failure loses nothing.
import { atom } from 'jotai/vanilla';
import { WAV_COPY_MAX_SECONDS } from '../../audio/wavCopy.ts';
import { deviceProfileAtom } from '../../state/device.ts';
import { dspAtom } from '../../state/dsp.ts';
import { exportRegions, isUntouched } from './areas.ts';
import { areasAtom, choicesAtom, exactLengthAtom, sourceAtom } from './atoms.ts';
import { type ExportPlan, exportPlan } from './exportPlan.ts';
import { stopListeningAtom } from './listen.ts';
import { editorPortsAtom } from './ports.ts';
import { isToolOn } from './tools/choices.ts';
import { prepareToolsAtom } from './tools/voiceTools.ts';

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
  const isWhole = isUntouched(get(areasAtom), source.seconds) && !isToolOn(get(choicesAtom));
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
  const source = get(sourceAtom);
  if (!source || abort.signal.aborted) return void set(stateAtom, { phase: 'idle' });
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
  const { kind: format, kbps } = plan;
  const report = (fraction: number) => {
    if (!abort.signal.aborted) set(shareAtom, fraction);
  };
  try {
    const dsp = get(dspAtom);
    const { tools, share } = await set(prepareToolsAtom, source, verdict.regions, abort.signal, report);
    const result = await dsp.cut(
      source.file,
      verdict.regions,
      { format, kbps, ...(tools ? { tools } : {}) },
      (fraction) => report(share + (1 - share) * fraction),
      { signal: abort.signal },
    );
    const name = `${source.name.replace(/\.\w+$/, '')}.${format}`;
    const { type, size } = result.file;
    const path = await dsp.keep(result.file).catch(() => null);
    const facts = { name, type, sizeBytes: size, madeFrom: source.reference };
    const data = await ports.handoff.referToExport(path, () => dsp.detach(result.file), facts);
    const before = ports.handoff.readUploadFile()?.data;
    ports.handoff.writeUploadFile({ name, type, size, data });
    if (before) void ports.release(before).catch(() => undefined);
    const recording = ports.handoff.readRecordingData();
    if (recording) ports.handoff.writeRecordingData({ ...recording, edited: true });
    set(stateAtom, { phase: 'done' });
  } catch (error) {
    if (abort.signal.aborted) return void set(stateAtom, { phase: 'idle' });
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
