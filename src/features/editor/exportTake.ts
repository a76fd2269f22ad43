// "Next Step": the kept areas become the file that will be published. Cutting and encoding run in the worker; the
// take itself is never touched, so a failure loses nothing.
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
/** 0 … 1 of a running export; apart from its phase, which far more of the page hears. */
const shareAtom = atom(0);
export const exportShareAtom = atom((get) => get(shareAtom));
const runningAtom = atom<AbortController | null>(null);

/** What the next export makes of the areas as they are now; null while nothing is open or they are too short. */
export const exportPlanAtom = atom((get): ExportPlan | null => {
  const source = get(sourceAtom);
  if (!source) return null;
  const verdict = exportRegions(get(areasAtom), source.seconds);
  if (!verdict.ok) return null;
  const isWhole = isUntouched(get(areasAtom), source.seconds) && !isToolOn(get(choicesAtom));
  const seconds = verdict.regions.reduce((sum, region) => sum + region.end - region.start, 0);
  // A phone that encodes slower than anybody waits keeps WAV as long as it may be published.
  const phone = get(editorPortsAtom).isPhone() && get(deviceProfileAtom).encodesQuickly;
  return exportPlan(seconds, source, { phone, isWhole });
});

/** The server would refuse what is kept. */
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
  // Cut by an estimate, the last words could be missing.
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
    // Without an upload file the form takes the recording itself.
    ports.handoff.clearUploadFile();
    if (recording) ports.handoff.writeRecordingData({ ...recording, edited: false });
    if (before) void ports.letGo(before).catch(() => undefined);
    return void set(stateAtom, { phase: 'done' });
  }
  const { kind: format, kbps } = plan;
  const say = (fraction: number) => {
    if (!abort.signal.aborted) set(shareAtom, fraction);
  };
  try {
    const dsp = get(dspAtom);
    const { tools, share } = await set(prepareToolsAtom, source, verdict.regions, abort.signal, say);
    const result = await dsp.cut(
      source.file,
      verdict.regions,
      { format, kbps, ...(tools ? { tools } : {}) },
      (fraction) => say(share + (1 - share) * fraction),
      { signal: abort.signal },
    );
    const name = `${source.name.replace(/\.\w+$/, '')}.${format}`;
    const { type, size } = result.file;
    const path = await dsp.keep(result.file).catch(() => null);
    const facts = { name, type, sizeBytes: size, madeFrom: source.reference };
    const data = await ports.handoff.referToExport(path, () => dsp.detach(result.file), facts);
    const before = ports.handoff.readUploadFile()?.data;
    ports.handoff.writeUploadFile({ name, type, size, data });
    if (before) void ports.letGo(before).catch(() => undefined);
    const recording = ports.handoff.readRecordingData();
    if (recording) ports.handoff.writeRecordingData({ ...recording, edited: true });
    set(stateAtom, { phase: 'done' });
  } catch (error) {
    if (abort.signal.aborted) return void set(stateAtom, { phase: 'idle' });
    console.warn('export failed', error);
    set(stateAtom, { phase: 'failed', reason: 'export_failed' });
  }
});

/** Stops a running export, or forgets what the last one said. */
export const resetExportAtom = atom(null, (get, set) => {
  get(runningAtom)?.abort();
  set(runningAtom, null);
  set(stateAtom, { phase: 'idle' });
});

/** One kept area as a WAV of its own, for keeping; at most a minute (see `wavOf`). */
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

/** Longest area `copyAreaAtom` takes, seconds. */
export const COPY_MAX_SECONDS = WAV_COPY_MAX_SECONDS;
