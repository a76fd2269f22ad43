// A copy for the person's own keeping: the take as it was recorded, or this edit as WAV or MP3. Nothing is published.
import { atom } from 'jotai/vanilla';
import { MP3_KBPS } from '../../../api/contract/limits.ts';
import { dspAtom } from '../../state/dsp.ts';
import { exportRegions } from './areas.ts';
import { areasAtom, sourceAtom } from './atoms.ts';
import { editorPortsAtom } from './ports.ts';

export type CopyKind = 'raw' | 'wav' | 'mp3';

export type CopyState = { phase: 'idle' } | { phase: 'making'; fraction: number } | { phase: 'failed' };

const stateAtom = atom<CopyState>({ phase: 'idle' });
export const copyAtom = atom((get) => get(stateAtom));
const runningAtom = atom<AbortController | null>(null);
/** The browser reads a copy while it saves it: it goes with the next one, or with the page. */
const madeAtom = atom<Blob | null>(null);

export interface Copy {
  file: Blob;
  name: string;
}

/** Null when it failed, was cancelled, or another copy is being made. */
export const makeCopyAtom = atom(null, async (get, set, kind: CopyKind): Promise<Copy | null> => {
  const source = get(sourceAtom);
  if (!source || get(stateAtom).phase === 'making') return null;
  const dsp = get(dspAtom);
  const abort = new AbortController();
  set(runningAtom, abort);
  set(stateAtom, { phase: 'making', fraction: 0 });
  try {
    if (kind === 'raw') {
      const file = await get(editorPortsAtom).handoff.openReference(source.reference);
      set(stateAtom, { phase: 'idle' });
      return { file, name: source.name };
    }
    const verdict = exportRegions(get(areasAtom), source.seconds);
    if (!verdict.ok) throw new RangeError(verdict.reason);
    const { file } = await dsp.cut(
      source.file,
      verdict.regions,
      { format: kind, kbps: MP3_KBPS },
      (fraction) => {
        if (!abort.signal.aborted) set(stateAtom, { phase: 'making', fraction });
      },
      { signal: abort.signal },
    );
    const before = get(madeAtom);
    if (before) void dsp.discard(before);
    set(madeAtom, file);
    set(stateAtom, { phase: 'idle' });
    return { file, name: `${source.name.replace(/\.\w+$/, '')}_edit.${kind}` };
  } catch (error) {
    if (abort.signal.aborted) return null;
    console.warn('copy failed', error);
    set(stateAtom, { phase: 'failed' });
    return null;
  }
});

/** Stops a copy that is being made. */
export const cancelCopyAtom = atom(null, (get, set) => {
  get(runningAtom)?.abort();
  set(runningAtom, null);
  set(stateAtom, { phase: 'idle' });
});
