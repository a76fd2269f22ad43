// A recording made for a draft: added to the draft's stored edit as one undo step, before the draft opens again.
import { atom } from 'jotai/vanilla';
import { editKey } from '../../../lib/editNotes.ts';
import { dspAtom } from '../../../state/dsp.ts';
import { editNoteAtom, moveEditorAtom } from '../atoms.ts';
import { commit, freshEdit, readEdit, storedEdit } from '../editHistory.ts';
import { type Part, partsSeconds } from '../parts.ts';
import { editorPortsAtom } from '../ports.ts';
import { inserted, type Place } from './insertion.ts';
import { readPeaksAtom } from './keptPeaks.ts';
import { takesPortsAtom } from './ports.ts';

const isPlace = (value: string): value is Place => ['here', 'replace', 'end'].includes(value);

/** Any other recording that is handed over stays a draft of its own, and so does one that cannot be read. */
export const addTakenAtom = atom(null, async (get, set) => {
  const { handoff, notes } = get(editorPortsAtom);
  const { addition: ports, makePart } = get(takesPortsAtom);
  const [addition, recording] = [ports.readAddition(), handoff.readRecordingData()];
  const take = recording && ports.parseReference(recording.file.data);
  const isNew = addition && recording && Date.parse(recording.recordedAt) >= addition.askedAt;
  if (!isNew || take?.kind !== 'take' || !isPlace(addition.place)) return ports.clearAddition();
  const { draft, seconds, at, place } = addition;
  const source = recording.file.data;
  const reference = draft.file.data;
  try {
    const edit = readEdit(await set(editNoteAtom, reference), seconds) ?? freshEdit(seconds);
    const { parts = [{ source: reference, start: 0, end: seconds }], areas } = edit.present;
    const isAdded = parts.some((part: Part) => 'source' in part && part.source === source);
    if (!isAdded) {
      const file = await handoff.openReference(source);
      const added = await get(dspAtom).inspect(file);
      await set(readPeaksAtom, source, file, added.seconds);
      const part = { source, start: 0, end: added.seconds };
      const next = inserted({ parts, areas }, part, place, at);
      const step = { ...edit.present, parts: next.parts, areas: next.areas };
      await notes.write(editKey(reference), storedEdit(commit(edit, step), partsSeconds(next.parts)));
    }
    // Last: a kill before it leaves the recording in the list. A draft that is only in memory ends with the page.
    if (ports.parseReference(reference)) await makePart(take.id, reference);
  } catch (error) {
    console.warn('recording not added', error);
    return ports.clearAddition();
  }
  handoff.writeRecordingData(draft);
  ports.clearAddition();
  // Still open with its earlier parts.
  set(moveEditorAtom, { phase: 'idle' });
});
