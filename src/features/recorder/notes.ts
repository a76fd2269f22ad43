// The words beside the recorder. They stay on this device: no request has them.
import { atom } from 'jotai/vanilla';
import { recorderPortsAtom } from './ports.ts';

const KEY = 'recorderNotes';

const isOpenAtom = atom(false);
const textAtom = atom('');
/** `unread`: the stored words could not be read. `unsaved`: the disk refused those of this page. */
const diskAtom = atom<'same' | 'unread' | 'unsaved'>('same');

/** Null while the notes are closed. */
export const notesAtom = atom((get) => (get(isOpenAtom) ? get(textAtom) : null));

export const toggleNotesAtom = atom(null, async (get, set) => {
  if (get(isOpenAtom)) return set(isOpenAtom, false);
  if (get(diskAtom) !== 'unsaved') await set(readAtom).catch(() => set(diskAtom, 'unread'));
  set(isOpenAtom, true);
});

/** Words typed while the stored ones could not be read follow them. */
const readAtom = atom(null, async (get, set) => {
  const before = get(diskAtom);
  const stored = await get(recorderPortsAtom).notes.read(KEY);
  // Another read was faster.
  if (get(diskAtom) !== before) return;
  const known = typeof stored === 'string' ? stored : '';
  const typed = before === 'unread' ? get(textAtom) : '';
  set(diskAtom, 'same');
  set(textAtom, typed.includes(known) ? typed : [known, typed].filter(Boolean).join('\n\n'));
});

/** Without storage the words last until the page closes. */
export const writeNotesAtom = atom(null, async (get, set, text: string) => {
  set(textAtom, text);
  try {
    if (get(diskAtom) === 'unread') await set(readAtom);
    await get(recorderPortsAtom).notes.write(KEY, get(textAtom));
    set(diskAtom, 'same');
  } catch {
    if (get(diskAtom) !== 'unread') set(diskAtom, 'unsaved');
  }
});
