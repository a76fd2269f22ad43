// Opens a take: the worker reads it while the peaks fill in; editing starts as soon as the length is known, with the
// stored areas.
import { atom } from 'jotai/vanilla';
import type { LengthEstimate } from '../../dsp/protocol.ts';
import { storedSeconds, viewKey } from '../../lib/editNotes.ts';
import { dspAtom } from '../../state/dsp.ts';
import type { RecordingData } from '../../storage/handoff.ts';
import {
  type EditorSource,
  editNoteAtom,
  editorAtom,
  exactLengthAtom,
  moveEditorAtom,
  openEditAtom,
  settleSourceAtom,
  sourceAtom,
} from './atoms.ts';
import { storedParts } from './editHistory.ts';
import { marksAtom } from './marks.ts';
import type { Part } from './parts.ts';
import type { PeakPyramid } from './peakPyramid.ts';
import { editorPortsAtom } from './ports.ts';
import { failureOf, type ReadTake, readTakeAtom, VALIDATION_SECONDS } from './readTake.ts';
import { openViewAtom } from './savedView.ts';
import { inTime, isTimeout } from './stallTimeout.ts';
import { isRepaired, type TakeDamage, takeDamageAtom } from './takeDamage.ts';
import { noTouchAtom } from './waveformTouch.ts';

const runningAtom = atom<AbortController | null>(null);

/** Share of an open take that was read, 0…1; null when complete. */
export const readingAtom = atom<number | null>(null);

/** A file that another app shared is handed over like one that was picked. */
const receiveSharedAtom = atom(null, async (get) => {
  const { handoff, takeShared } = get(editorPortsAtom);
  const shared = await takeShared();
  if (!shared) return;
  const { file, reference: data } = shared;
  const given = { name: file.name, type: file.type, size: file.size, data };
  handoff.writeUploadFile(given);
  handoff.writeRecordingData({
    file: { ...given, tempTrackId: `recording-preview-${Date.now()}` },
    // The editor measures it.
    duration: 0,
    recordedAt: new Date().toISOString(),
    edited: false,
    title: '',
  });
});

/** Loads the take that the recorder, "Trim first" or another app handed over. Calling it again restarts. */
export const loadEditorAtom = atom(null, async (get, set) => {
  get(runningAtom)?.abort();
  const abort = new AbortController();
  set(runningAtom, abort);
  const { handoff, hasAddition, isPhone } = get(editorPortsAtom);
  await set(receiveSharedAtom);
  if (abort.signal.aborted) return;
  if (hasAddition()) await set((await import('./late.ts')).addTakenAtom);
  if (abort.signal.aborted) return;
  const recording = handoff.readRecordingData();
  if (!recording) return void set(moveEditorAtom, { phase: 'failed', code: 'no_data', raw: null });
  const current = get(editorAtom);
  const isOpen = current.phase === 'ready' && current.source.reference === recording.file.data;
  if (isOpen && get(readingAtom) === null) return;
  if (current.phase === 'ready') void get(dspAtom).discard(current.source.file);

  set(readingAtom, null);
  set(takeDamageAtom, null);
  set(moveEditorAtom, { phase: 'preparing', fraction: 0, pyramid: null });
  let own: Blob;
  let file: Blob;
  let parts: Part[] | undefined;
  let known: ReadTake | null = null;
  let missing: TakeDamage['damage'] = [];
  try {
    const { data } = recording.file;
    parts = storedParts(await set(editNoteAtom, data));
    own = await inTime(handoff.openReference(data), abort.signal, VALIDATION_SECONDS);
    file = own;
    if (parts) ({ file, read: known, missing } = await set((await import('./late.ts')).composeAtom, parts));
  } catch (error) {
    if (abort.signal.aborted) return;
    const code = isTimeout(error) ? 'timeout' : 'not_loaded';
    return void set(moveEditorAtom, { phase: 'failed', code, raw: null });
  }
  try {
    await set(openAtom, recording, file, { parts, known, missing }, abort.signal);
  } catch (error) {
    if (abort.signal.aborted) return;
    const raw = { file: own, name: recording.file.name };
    set(moveEditorAtom, { phase: 'failed', code: failureOf(error, isPhone()), raw });
  } finally {
    if (!abort.signal.aborted) set(readingAtom, null);
  }
});

/** Stops a load that is still running (leaving the page). */
export const leaveEditorAtom = atom(null, (get, set) => {
  const running = get(runningAtom);
  running?.abort();
  set(runningAtom, null);
  if (get(editorAtom).phase !== 'ready' || get(readingAtom) !== null) set(moveEditorAtom, { phase: 'idle' });
});

/** What is known of a draft with several takes. */
interface Joined {
  parts: Part[] | undefined;
  known: ReadTake | null;
  missing: TakeDamage['damage'];
}

const openAtom = atom(
  null,
  async (
    get,
    set,
    recording: RecordingData,
    taken: Blob,
    { parts, known, missing }: Joined,
    signal: AbortSignal,
  ): Promise<void> => {
    let opening = Promise.resolve();
    const show = (source: EditorSource, isEstimate = false) => {
      opening = opening.then(() => set(showAtom, source, isEstimate, signal));
      return opening;
    };
    let resolveExact: () => void = () => undefined;
    const exact = new Promise<void>((resolve) => {
      resolveExact = resolve;
    });
    set(exactLengthAtom, exact);
    try {
      const read =
        known ??
        (await set(readTakeAtom, {
          file: taken,
          signal,
          onLength(file, length, pyramid) {
            set(readingAtom, (fraction) => fraction ?? 0);
            const facts = { repaired: file !== taken, isPublishable: false, parts };
            const shown = show(sourceOf(recording, file, length, pyramid, facts), length.isEstimate);
            if (!length.isEstimate) void shown.then(resolveExact, resolveExact);
          },
          onPeaks(fraction, pyramid) {
            if (signal.aborted) return;
            if (get(editorAtom).phase === 'ready') set(readingAtom, fraction);
            else set(moveEditorAtom, { phase: 'preparing', fraction, pyramid });
          },
        }));
      const { file, analysis, pyramid, found } = read;
      await opening;
      if (signal.aborted) return;
      const broken = isOwnTake(recording) ? withoutJoins(found) : found;
      const damage = [...broken.damage, ...missing];
      set(takeDamageAtom, damage.length > 0 ? { ...broken, damage } : null);
      const isOnlyJoined = found.damage.length > 0 && broken.damage.length === 0;
      const repaired = (file !== taken && !isOnlyJoined) || isRepaired(broken);
      const isPublishable = !parts && file === taken && found.damage.length === 0 && !analysis.video;
      await show(sourceOf(recording, file, analysis, pyramid, { repaired, isPublishable, parts }));
    } finally {
      resolveExact();
    }
  },
);

/** Opens a source. If only its length became exact, updates the open one, because it may be in use. */
const showAtom = atom(
  null,
  async (get, set, source: EditorSource, isEstimate: boolean, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    if (get(sourceAtom)?.file === source.file) {
      await get(noTouchAtom);
      return signal.aborted ? undefined : set(settleSourceAtom, source);
    }
    const { notes, handoff } = get(editorPortsAtom);
    const edit = await set(editNoteAtom, source.reference);
    const view = await notes.read(viewKey(source.reference)).catch(() => undefined);
    const marks = await handoff.marksOf(source.reference).catch(() => []);
    if (signal.aborted) return;
    set(marksAtom, marks);
    const stored = storedSeconds(edit);
    // The edit would be fitted to the estimate.
    if (isEstimate && edit !== undefined && stored === null) return;
    const seconds = (isEstimate && stored) || source.seconds;
    set(openEditAtom, edit, seconds);
    set(openViewAtom, view, seconds);
    set(moveEditorAtom, { phase: 'ready', source: { ...source, seconds } });
  },
);

/** Recorded in this app: joins inside it come from continuing a draft. */
const isOwnTake = ({ file: { data, name } }: RecordingData) =>
  data.startsWith('idb:take/') || /^recording_\d+\./.test(name);

const withoutJoins = ({ damage, seconds }: ReadTake['found']): ReadTake['found'] => ({
  damage: damage.filter(({ kind }) => kind !== 'concatenated'),
  seconds,
});

const sourceOf = (
  recording: RecordingData,
  file: Blob,
  { seconds, sampleRate, channels }: LengthEstimate,
  pyramid: PeakPyramid,
  facts: Pick<EditorSource, 'repaired' | 'isPublishable' | 'parts'>,
): EditorSource => ({
  reference: recording.file.data,
  file,
  name: recording.file.name,
  title: recording.title,
  recordedAt: recording.recordedAt,
  seconds,
  sampleRate,
  channels,
  ...facts,
  pyramid,
});
