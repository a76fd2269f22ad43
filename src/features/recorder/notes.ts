// The words beside the recorder. They stay on this device: no request has them.
import { atom } from 'jotai/vanilla';
import { recorderPortsAtom } from './ports.ts';

const KEY = 'recorderNotes';

/** Null while the notes are closed. */
const textAtom = atom<string | null>(null);
export const notesAtom = atom((get) => get(textAtom));

export const toggleNotesAtom = atom(null, async (get, set) => {
  if (get(textAtom) !== null) return set(textAtom, null);
  const stored = await get(recorderPortsAtom)
    .notes.read(KEY)
    .catch(() => '');
  set(textAtom, typeof stored === 'string' ? stored : '');
});

/** Without storage the words last until the page closes. */
export const writeNotesAtom = atom(null, (get, set, text: string) => {
  set(textAtom, text);
  void get(recorderPortsAtom)
    .notes.write(KEY, text)
    .catch(() => undefined);
});
