// Opening a take: analyse in the worker while the peaks fill in, repair what is broken, and remember earlier areas.
import { atom } from 'jotai/vanilla';
import { DspError } from '../../dsp/errors.ts';
import type { DamageKind, DspErrorCode, Inspection } from '../../dsp/protocol.ts';
import { dspAtom } from '../../state/dsp.ts';
import { areValidAreas, wholeArea } from './areas.ts';
import { type EditorFailure, editorAtom, moveEditorAtom, startAreasAtom } from './atoms.ts';
import { createPeakPyramid, type PeakPyramid } from './peakPyramid.ts';
import { editorPortsAtom } from './ports.ts';

/** Without any progress for this long a load is given up (S1 §9, measured as K10 asks), milliseconds. */
const NO_PROGRESS_MS = 20_000;
/** Whether a take with such damage counts as repaired: what is edited is then not all that was recorded, or not as stated. */
const COUNTS_AS_REPAIRED: Record<DamageKind, boolean> = {
  missing_header: true,
  wrong_header: true,
  size_lie: true,
  half_band: true,
  concatenated: true,
  resync: true,
  checksum: true,
  undecodable: true,
  gap: true,
  truncated: true,
};

const runningAtom = atom<AbortController | null>(null);

/** Loads what the recorder, or the share form's "Trim first", handed over. Again: starts anew. */
export const loadEditorAtom = atom(null, async (get, set) => {
  const isHalfRead = get(runningAtom) !== null;
  get(runningAtom)?.abort();
  const abort = new AbortController();
  const { handoff } = get(editorPortsAtom);
  const recording = handoff.readRecordingData();
  if (!recording) return void set(moveEditorAtom, { phase: 'failed', code: 'no_data', raw: null });
  const current = get(editorAtom);
  if (current.phase === 'ready') {
    if (current.source.reference === recording.file.data && !isHalfRead) return;
    void get(dspAtom).discard(current.source.file);
  }

  set(runningAtom, abort);
  set(moveEditorAtom, { phase: 'preparing', fraction: 0, pyramid: null });
  let file: Blob;
  try {
    file = await handoff.openReference(recording.file.data);
  } catch {
    return void set(moveEditorAtom, { phase: 'failed', code: 'not_loaded', raw: null });
  }
  const raw = { file, name: recording.file.name };
  try {
    const show = async ({ file, repaired, analysis, pyramid }: Opened) => {
      if (analysis.frames === 0) throw new DspError('empty', 'no frames');
      const source = {
        reference: recording.file.data,
        file,
        name: recording.file.name,
        title: recording.title,
        recordedAt: recording.recordedAt,
        seconds: analysis.seconds,
        sampleRate: analysis.sampleRate,
        channels: analysis.channels,
        repaired: repaired || analysis.damage.some(({ kind }) => COUNTS_AS_REPAIRED[kind]),
        pyramid,
      };
      const shown = get(editorAtom);
      if (shown.phase === 'ready') {
        // All of it is read by now; the whole pass may have found more damage than the walk before.
        if (shown.source.repaired !== source.repaired) set(moveEditorAtom, { phase: 'ready', source });
        return;
      }
      const note = await get(editorPortsAtom)
        .notes.read(`edit:${source.reference}`)
        .catch(() => undefined);
      if (abort.signal.aborted) return;
      set(startAreasAtom, areValidAreas(note, source.seconds) ? note : wholeArea(source.seconds));
      set(moveEditorAtom, { phase: 'ready', source });
    };
    // The length is known long before the wave is whole: what is there can be edited.
    let early: Promise<void> | undefined;
    const onKnown = (known: Opened) => {
      early = show(known);
      early.catch(() => {});
    };
    const opened = await set(openFileAtom, file, abort.signal, onKnown);
    await early;
    await show(opened);
    if (get(runningAtom) === abort) set(runningAtom, null);
  } catch (error) {
    if (abort.signal.aborted) return;
    set(runningAtom, null);
    set(moveEditorAtom, { phase: 'failed', code: failureOf(error), raw });
  }
});

/** Stops a load that is still running (leaving the page). */
export const leaveEditorAtom = atom(null, (get, set) => {
  const running = get(runningAtom);
  running?.abort();
  set(runningAtom, null);
  // What is read in part is read anew.
  if (running || get(editorAtom).phase !== 'ready') set(moveEditorAtom, { phase: 'idle' });
});

interface Opened {
  file: Blob;
  analysis: Inspection;
  pyramid: PeakPyramid;
  repaired: boolean;
}

type OnKnown = (known: Opened) => void;

/** `onKnown` is told what a file is as soon as its length is certain, while the pyramid still grows. */
const openFileAtom = atom(
  null,
  async (get, set, file: Blob, signal: AbortSignal, onKnown: OnKnown): Promise<Opened> => {
    const dsp = get(dspAtom);
    const read = async (blob: Blob, repaired: boolean): Promise<Opened> => {
      const pyramid = createPeakPyramid();
      const watched = watchProgress(signal);
      try {
        const analysis = await dsp.analyse(
          blob,
          [],
          (chunk) => {
            watched.touch();
            pyramid.append(chunk);
            if (!signal.aborted && get(editorAtom).phase !== 'ready')
              set(moveEditorAtom, { phase: 'preparing', fraction: chunk.fraction, pyramid });
          },
          {
            signal: watched.signal,
            onInspection: (analysis) => {
              watched.touch();
              onKnown({ file: blob, repaired, analysis, pyramid });
            },
          },
        );
        return { file: blob, repaired, analysis, pyramid };
      } finally {
        watched.end();
      }
    };
    try {
      return await read(file, false);
    } catch (error) {
      if (signal.aborted || isHopeless(error)) throw error;
      set(moveEditorAtom, { phase: 'repairing', fraction: 0 });
      const watched = watchProgress(signal);
      try {
        const fixed = await dsp.repair(
          file,
          (fraction) => {
            watched.touch();
            if (!signal.aborted) set(moveEditorAtom, { phase: 'repairing', fraction });
          },
          { signal: watched.signal },
        );
        try {
          return await read(fixed.file, true);
        } catch (error) {
          void dsp.discard(fixed.file);
          throw error;
        }
      } finally {
        watched.end();
      }
    }
  },
);

/** A signal that fires when the outer one does, or when nothing was reported for 20 s. */
function watchProgress(outer: AbortSignal) {
  const inner = new AbortController();
  const stop = () => inner.abort(outer.reason);
  outer.addEventListener('abort', stop, { once: true });
  const timedOut = () => inner.abort(new DOMException('no progress', 'TimeoutError'));
  let timer = setTimeout(timedOut, NO_PROGRESS_MS);
  return {
    signal: inner.signal,
    touch() {
      clearTimeout(timer);
      timer = setTimeout(timedOut, NO_PROGRESS_MS);
    },
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
    },
  };
}

/** What a refusal of the engine means here, and whether a repair could change it. */
const REFUSALS: Record<DspErrorCode, { failure: EditorFailure; isHopeless: boolean }> = {
  empty: { failure: 'empty', isHopeless: true },
  limit_exceeded: { failure: 'unreadable', isHopeless: true },
  core_mismatch: { failure: 'unreadable', isHopeless: true },
  source_unreadable: { failure: 'unreadable', isHopeless: false },
  unsupported_format: { failure: 'unreadable', isHopeless: false },
  unsupported_codec: { failure: 'unreadable', isHopeless: false },
  no_audio: { failure: 'unreadable', isHopeless: false },
  invalid_argument: { failure: 'unreadable', isHopeless: false },
  worker_failed: { failure: 'unreadable', isHopeless: false },
};

const isHopeless = (error: unknown) => error instanceof DspError && REFUSALS[error.code].isHopeless;

function failureOf(error: unknown): EditorFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  return error instanceof DspError ? REFUSALS[error.code].failure : 'unreadable';
}
