// The audio of a draft with several takes, as one file. Loaded with such a draft.
import { atom } from 'jotai/vanilla';
import type { AudioReference } from '../../../storage/references.ts';
import type { Part } from '../parts.ts';
import { editorPortsAtom } from '../ports.ts';
import { takesPortsAtom } from './ports.ts';

/** Rejects where a source is missing. */
export const composeAtom = atom(null, async (get, _set, parts: readonly Part[]): Promise<Blob> => {
  const { openReference } = get(editorPortsAtom).handoff;
  const files = new Map<AudioReference, Promise<Blob>>();
  const opened = (reference: AudioReference) => {
    const file = files.get(reference) ?? openReference(reference);
    files.set(reference, file);
    return file;
  };
  const entries = parts.map(async (part) =>
    'silence' in part ? part : { source: await opened(part.source), start: part.start, end: part.end },
  );
  return get(takesPortsAtom).joinTakes(await Promise.all(entries));
});
