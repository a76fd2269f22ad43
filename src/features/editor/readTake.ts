// Reads a take in the worker: length first, then peaks; repairs a broken take into a copy.
import { atom } from 'jotai/vanilla';
import { DspError } from '../../dsp/errors.ts';
import type { DspErrorCode, Inspection, LengthEstimate } from '../../dsp/protocol.ts';
import { dspAtom } from '../../state/dsp.ts';
import { type EditorFailure, moveEditorAtom } from './atoms.ts';
import { createPeakPyramid, type PeakPyramid } from './peakPyramid.ts';
import { editorPortsAtom } from './ports.ts';
import { isTimeout, watchProgress } from './stallTimeout.ts';

/** Timeout without progress for the waveform, seconds. */
const STALLED_PHONE_SECONDS = 15;
export const STALLED_SECONDS = 25;
/** Timeout without progress for opening and repairing a take, seconds. */
export const VALIDATION_SECONDS = 20;

export interface ReadTake {
  /** The take, or its repaired copy. */
  file: Blob;
  analysis: Inspection;
  pyramid: PeakPyramid;
  /** Damage of the original take. */
  found: Pick<Inspection, 'damage' | 'seconds'>;
}

export interface TakeLength extends LengthEstimate {
  isEstimate: boolean;
}

export interface Reading {
  file: Blob;
  signal: AbortSignal;
  /** The length is known or estimated (then called again): editing can start. */
  onLength: (file: Blob, length: TakeLength, pyramid: PeakPyramid) => void;
  /** Share of the bytes read, 0…1, with the peaks so far. */
  onPeaks: (fraction: number, pyramid: PeakPyramid) => void;
}

/** Rejects with a `TimeoutError` or `DspError`. */
export const readTakeAtom = atom(null, async (_get, set, reading: Reading): Promise<ReadTake> => {
  try {
    return await set(analyseAtom, reading);
  } catch (error) {
    if (reading.signal.aborted || isTimeout(error) || isHopeless(error)) throw error;
    return await set(repairAtom, reading);
  }
});

const analyseAtom = atom(null, async (get, _set, reading: Reading): Promise<ReadTake> => {
  const { file, signal, onLength, onPeaks } = reading;
  const dsp = get(dspAtom);
  const pyramid = createPeakPyramid();
  const limit = get(editorPortsAtom).isPhone() ? STALLED_PHONE_SECONDS : STALLED_SECONDS;
  const watched = watchProgress(signal, limit);
  const reportLength = (length: LengthEstimate, isEstimate: boolean) => {
    const { seconds, sampleRate, channels } = length;
    if (!signal.aborted) onLength(file, { seconds, sampleRate, channels, isEstimate }, pyramid);
  };
  try {
    const analysis = await dsp.analyse(
      file,
      [],
      (chunk) => {
        if (watched.signal.aborted) return;
        watched.touch();
        pyramid.append(chunk);
        onPeaks(chunk.fraction, pyramid);
      },
      {
        signal: watched.signal,
        onEstimate: (estimate) => reportLength(estimate, true),
        onInspection: (facts) => reportLength(facts, false),
      },
    );
    if (analysis.frames === 0) throw new DspError('empty', 'no frames');
    return { file, analysis, pyramid, found: analysis };
  } finally {
    watched.end();
  }
});

const repairAtom = atom(null, async (get, set, reading: Reading): Promise<ReadTake> => {
  const { file, signal } = reading;
  const dsp = get(dspAtom);
  set(moveEditorAtom, { phase: 'repairing', fraction: 0 });
  const watched = watchProgress(signal, VALIDATION_SECONDS);
  const fixed = await dsp
    .repair(
      file,
      (fraction) => {
        watched.touch();
        if (!signal.aborted) set(moveEditorAtom, { phase: 'repairing', fraction });
      },
      { signal: watched.signal },
    )
    .catch((error: unknown) => {
      throw isTimeout(error) ? new DOMException('repair', 'RepairTimeout') : error;
    })
    .finally(watched.end);
  try {
    return { ...(await set(analyseAtom, { ...reading, file: fixed.file })), found: fixed.report };
  } catch (error) {
    void dsp.discard(fixed.file);
    throw error;
  }
});

/** Editor failure for each engine error, and whether a repair is hopeless. */
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

/** The editor failure for an error. */
export function failureOf(error: unknown, isPhone: boolean): EditorFailure {
  if (isTimeout(error)) return isPhone ? 'stalled_phone' : 'stalled';
  if (error instanceof DOMException && error.name === 'RepairTimeout') return 'timeout';
  return error instanceof DspError ? REFUSALS[error.code].failure : 'unreadable';
}
