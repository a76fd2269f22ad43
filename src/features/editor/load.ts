// Opening a take: read it in the worker while the peaks fill in, work on it as soon as its length is known, and
// remember earlier areas.
import { atom } from 'jotai/vanilla';
import { editKey, viewKey } from '../../lib/editNotes.ts';
import { dspAtom } from '../../state/dsp.ts';
import type { RecordingData } from '../../storage/handoff.ts';
import { areValidAreas } from './areas.ts';
import { areasAtom, type EditorSource, editorAtom, moveEditorAtom, openEditAtom } from './atoms.ts';
import { openViewAtom } from './keptView.ts';
import { inTime, isTimeout } from './noProgress.ts';
import type { PeakPyramid } from './peakPyramid.ts';
import { editorPortsAtom } from './ports.ts';
import { failureOf, readTakeAtom, VALIDATION_SECONDS } from './readTake.ts';
import { takeReport, takeReportAtom } from './takeReport.ts';

const runningAtom = atom<AbortController | null>(null);

/** How much of an open take was read, 0…1; null when all of it was. */
export const readingAtom = atom<number | null>(null);

/** Loads what the recorder, or the share form's "Trim first", handed over. Again: starts anew. */
export const loadEditorAtom = atom(null, async (get, set) => {
  get(runningAtom)?.abort();
  const abort = new AbortController();
  set(runningAtom, abort);
  const { handoff, isPhone } = get(editorPortsAtom);
  const recording = handoff.readRecordingData();
  if (!recording) return void set(moveEditorAtom, { phase: 'failed', code: 'no_data', raw: null });
  const current = get(editorAtom);
  const isOpen = current.phase === 'ready' && current.source.reference === recording.file.data;
  if (isOpen && get(readingAtom) === null) return;
  if (current.phase === 'ready') void get(dspAtom).discard(current.source.file);

  set(readingAtom, null);
  set(takeReportAtom, null);
  set(moveEditorAtom, { phase: 'preparing', fraction: 0, pyramid: null });
  let file: Blob;
  try {
    file = await inTime(handoff.openReference(recording.file.data), abort.signal, VALIDATION_SECONDS);
  } catch (error) {
    if (abort.signal.aborted) return;
    const code = isTimeout(error) ? 'timeout' : 'not_loaded';
    return void set(moveEditorAtom, { phase: 'failed', code, raw: null });
  }
  try {
    await set(openAtom, recording, file, abort.signal);
  } catch (error) {
    if (abort.signal.aborted) return;
    const raw = { file, name: recording.file.name };
    set(moveEditorAtom, { phase: 'failed', code: failureOf(error, isPhone()), raw });
  } finally {
    if (!abort.signal.aborted) set(readingAtom, null);
  }
});

/** Stops a load that is still running (leaving the page). */
export const leaveEditorAtom = atom(null, (get, set) => {
  get(runningAtom)?.abort();
  set(runningAtom, null);
  if (get(editorAtom).phase !== 'ready' || get(readingAtom) !== null) set(moveEditorAtom, { phase: 'idle' });
});

const openAtom = atom(
  null,
  async (get, set, recording: RecordingData, taken: Blob, signal: AbortSignal): Promise<void> => {
    let opening: Promise<void> | undefined;
    const { file, analysis, pyramid, found } = await set(readTakeAtom, {
      file: taken,
      signal,
      onLength: (file, facts, pyramid) => {
        set(readingAtom, 0);
        opening = set(showAtom, sourceOf(recording, file, facts, pyramid, file !== taken), signal);
      },
      onPeaks: (fraction, pyramid) => {
        if (signal.aborted) return;
        if (get(editorAtom).phase === 'ready') set(readingAtom, fraction);
        else set(moveEditorAtom, { phase: 'preparing', fraction, pyramid });
      },
    });
    await opening;
    if (signal.aborted) return;
    const report = takeReport(found);
    set(takeReportAtom, report);
    const repaired = file !== taken || report?.repaired === true;
    const source = sourceOf(recording, file, analysis, pyramid, repaired);
    const shown = get(editorAtom);
    if (shown.phase !== 'ready' || shown.source.file !== file) return set(showAtom, source, signal);
    // A source that only became certain is not opened anew: somebody may be at work on it.
    const { seconds } = shown.source;
    if (seconds === source.seconds && shown.source.repaired === repaired) return;
    if (seconds !== source.seconds && !areValidAreas(get(areasAtom), source.seconds)) {
      set(openEditAtom, undefined, source.seconds);
    }
    set(moveEditorAtom, { phase: 'ready', source });
  },
);

const showAtom = atom(null, async (get, set, source: EditorSource, signal: AbortSignal): Promise<void> => {
  const { notes } = get(editorPortsAtom);
  const read = (key: string) => notes.read(key).catch(() => undefined);
  const [edit, view] = [await read(editKey(source.reference)), await read(viewKey(source.reference))];
  if (signal.aborted) return;
  set(openEditAtom, edit, source.seconds);
  set(openViewAtom, view, source.seconds);
  set(moveEditorAtom, { phase: 'ready', source });
});

interface Facts {
  seconds: number;
  sampleRate: number;
  channels: number;
}

const sourceOf = (
  recording: RecordingData,
  file: Blob,
  { seconds, sampleRate, channels }: Facts,
  pyramid: PeakPyramid,
  repaired: boolean,
): EditorSource => ({
  reference: recording.file.data,
  file,
  name: recording.file.name,
  title: recording.title,
  recordedAt: recording.recordedAt,
  seconds,
  sampleRate,
  channels,
  repaired,
  pyramid,
});
