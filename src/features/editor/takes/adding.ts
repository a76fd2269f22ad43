// Adds a file or silence to the open draft, as one undo step.
import { atom } from 'jotai/vanilla';
import { dspAtom } from '../../../state/dsp.ts';
import { LEAD_IN_SECONDS, leadInAtom } from '../../../state/leadIn.ts';
import { StorageError } from '../../../storage/errors.ts';
import {
  areasAtom,
  changePartsAtom,
  type EditorSource,
  exactLengthAtom,
  playheadAtom,
  sourceAtom,
} from '../atoms.ts';
import { stopListeningAtom } from '../listen.ts';
import type { Part } from '../parts.ts';
import { editorPortsAtom } from '../ports.ts';
import { closeToolAtom, openToolAtom } from '../tools/openTool.ts';
import type { DecodedRange } from '../tools/operations.ts';
import { decodeWithToolsAtom } from '../tools/trial.ts';
import { inserted, type Place } from './insertion.ts';
import { keepPeaksAtom, readPeaksAtom } from './keptPeaks.ts';
import { takesPortsAtom } from './ports.ts';

export type AddState = { phase: 'choosing' | 'adding' } | { phase: 'failed'; reason: 'full' | 'unreadable' };

const stateAtom = atom<AddState>({ phase: 'choosing' });
export const addStateAtom = atom((get) => get(stateAtom));
const abortAtom = atom<AbortController | null>(null);

/** Opens the tool; playback stops where the sound is added. */
export const startAddingAtom = atom(null, (_get, set) => {
  set(stopListeningAtom);
  set(stateAtom, { phase: 'choosing' });
  set(openToolAtom, 'add');
});

/** The file is on the disk before a step names it. */
export const addFileAtom = atom(null, async (get, set, file: File, place: Place) => {
  const draft = get(sourceAtom)?.reference;
  if (draft === undefined) return;
  const abort = new AbortController();
  set(abortAtom, abort);
  set(stateAtom, { phase: 'adding' });
  try {
    const { seconds } = await get(dspAtom).inspect(file, { signal: abort.signal });
    if (seconds === 0) throw new RangeError('no sound');
    const source = await get(takesPortsAtom).putPart(file, file.name, draft);
    await set(readPeaksAtom, source, file, seconds);
    await get(exactLengthAtom);
    if (!abort.signal.aborted && get(sourceAtom)?.reference === draft)
      return set(addPartAtom, { source, start: 0, end: seconds }, place);
    // Cancelled, or another draft was opened meanwhile.
    await get(editorPortsAtom).release(source);
  } catch (error) {
    if (abort.signal.aborted) return;
    console.warn('file not added', error);
    set(stateAtom, { phase: 'failed', reason: error instanceof StorageError ? 'full' : 'unreadable' });
  }
});

export const addSilenceAtom = atom(null, async (get, set, seconds: number, place: Place) => {
  await get(exactLengthAtom);
  set(addPartAtom, { silence: seconds }, place);
});

const addPartAtom = atom(null, (get, set, part: Part, place: Place) => {
  const source = get(sourceAtom);
  if (!source) return;
  const { parts = [{ source: source.reference, start: 0, end: source.seconds }] } = source;
  const edited = inserted({ parts, areas: get(areasAtom) }, part, place, get(playheadAtom));
  set(closeToolAtom);
  set(playheadAtom, edited.at);
  set(changePartsAtom, edited.parts, edited.areas);
});

/** The editor adds the next recording of this tab. `hears`: the recorder plays what is before it. */
export const recordMoreAtom = atom(
  null,
  async (get, set, place: Place, { hears }: { hears: boolean }): Promise<void> => {
    await get(exactLengthAtom);
    const [source, draft] = [get(sourceAtom), get(editorPortsAtom).handoff.readRecordingData()];
    if (!source || draft?.file.data !== source.reference) return;
    const { seconds } = source;
    const at = get(playheadAtom);
    const addition = { draft, seconds, at, place, askedAt: Date.now() };
    get(takesPortsAtom).addition.writeAddition(addition);
    set(keepPeaksAtom, source);
    set(leadInAtom, hears ? await set(decodeLeadInAtom, source, place === 'end' ? seconds : at) : null);
    set(closeToolAtom);
  },
);

/** The sound up to `at`, after silence where the draft begins later; null when there is none or it cannot be read. */
const decodeLeadInAtom = atom(
  null,
  async (_get, set, source: EditorSource, at: number): Promise<DecodedRange | null> => {
    if (at === 0) return null;
    const range = await set(decodeWithToolsAtom, source, Math.max(0, at - LEAD_IN_SECONDS), at).catch(
      (error: unknown) => console.warn('no sound before the recording', error),
    );
    const frames = range?.channels[0]?.length ?? 0;
    if (!range || frames === 0) return null;
    const channels = range.channels.map((samples) => {
      const padded = new Float32Array(Math.max(frames, Math.round(LEAD_IN_SECONDS * range.sampleRate)));
      padded.set(samples, padded.length - frames);
      return padded;
    });
    return { ...range, channels };
  },
);

/** Closes the tool; a file that is being read is not added. */
export const cancelAddingAtom = atom(null, (get, set) => {
  get(abortAtom)?.abort();
  set(closeToolAtom);
});
