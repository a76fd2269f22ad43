// The kinds of copies, and the one that is being made. Loaded when the list is opened.
import { useAtomValue, useSetAtom } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { MP3_KBPS } from '../../../api/contract/limits.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { takeMessages } from '../../lib/messages/take.ts';
import { fill } from '../../lib/messages.ts';
import { dspAtom } from '../../state/dsp.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { exportRegions } from './areas.ts';
import { areasAtom, sourceAtom } from './atoms.ts';
import { editorPortsAtom } from './ports.ts';
import styles from './take.module.css';
import { prepareToolsAtom } from './tools/voiceTools.ts';

const KINDS: { kind: CopyKind; label: string }[] = [
  { kind: 'raw', label: takeMessages.take.rawTake },
  { kind: 'wav', label: takeMessages.take.editAsWav },
  { kind: 'mp3', label: takeMessages.take.editAsMp3 },
];

/** `list`: id of the list. */
export function CopyKinds({ list, isOpen }: { list: string; isOpen: boolean }) {
  const state = useAtomValue(copyAtom);
  const make = useSetAtom(makeCopyAtom);
  const cancel = useSetAtom(cancelCopyAtom);
  useEffect(() => cancel, [cancel]);
  const save = async (kind: CopyKind) => {
    const copy = await make(kind);
    if (copy) saveFile(copy.file, copy.name);
  };
  const isMaking = state.phase === 'making';
  return (
    <>
      <div id={list} hidden={!isOpen} className={styles.kinds}>
        {KINDS.map(({ kind, label }) => (
          <Button key={kind} disabled={isMaking} onClick={() => void save(kind)}>
            {label}
          </Button>
        ))}
      </div>
      {isMaking && (
        <div className={styles.making}>
          <p role="status">{fill(takeMessages.take.makingCopy, { n: Math.round(state.fraction * 100) })}</p>
          <Button kind="bare" onClick={cancel}>
            {studioMessages.studio.cancel}
          </Button>
        </div>
      )}
      {state.phase === 'failed' && <Notice kind="bad">{takeMessages.take.copyFailed}</Notice>}
    </>
  );
}

type CopyKind = 'raw' | 'wav' | 'mp3';

type CopyState = { phase: 'idle' } | { phase: 'making'; fraction: number } | { phase: 'failed' };

const stateAtom = atom<CopyState>({ phase: 'idle' });
const copyAtom = atom((get) => get(stateAtom));
const runningAtom = atom<AbortController | null>(null);
/** Deleted with the next copy: the browser reads it while saving. */
const madeAtom = atom<Blob | null>(null);

interface Copy {
  file: Blob;
  name: string;
}

/** Null when it failed, was cancelled, or another copy is being made. */
const makeCopyAtom = atom(null, async (get, set, kind: CopyKind): Promise<Copy | null> => {
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
    const report = (fraction: number) => {
      if (!abort.signal.aborted) set(stateAtom, { phase: 'making', fraction });
    };
    const { tools, share } = await set(prepareToolsAtom, source, verdict.regions, abort.signal, report);
    const { file } = await dsp.cut(
      source.file,
      verdict.regions,
      { format: kind, kbps: MP3_KBPS, ...(tools ? { tools } : {}) },
      (fraction) => report(share + (1 - share) * fraction),
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
const cancelCopyAtom = atom(null, (get, set) => {
  get(runningAtom)?.abort();
  set(runningAtom, null);
  set(stateAtom, { phase: 'idle' });
});
