// What a person typed; it survives reload and leaving, under the file it belongs to.
import { atom } from 'jotai/vanilla';
import type { OwnUploadView } from '../../../api/contract/uploads.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { type ShareFileState, shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';
import { formErrors, readForm, type ShareForm } from './rules.ts';

const emptyForm = (): ShareForm => ({
  title: fill(studioMessages.share.defaultTitle, { date: formatDate(new Date()) }),
  description: '',
  gender: 'Diverse',
  tags: [],
  consentAt: null,
  transcript: '',
  allowComments: true,
});

const valueAtom = atom<ShareForm>(emptyForm());
export const shareFormAtom = atom((get) => get(valueAtom));
export const formErrorsAtom = atom((get) => formErrors(get(valueAtom)));

/** Where the words of a file are kept. */
export const formNote = (reference: string) => `form:${reference}`;
const noteKey = (state: ShareFileState) => (state.phase === 'ready' ? formNote(state.file.reference) : null);

/** What was changed by hand since the form was opened; stronger than anything that is read later. */
const typedAtom = atom<Partial<ShareForm>>({});

/** Words that a refused recording was sent with: the next one begins with them, until something is published. */
const wordsBeforeAtom = atom<Partial<ShareForm>>({});

/** Begins the form with the words of a recording that was refused; its audio is not kept anywhere. */
export const resubmitAtom = atom(
  null,
  (
    _get,
    set,
    { title, description, gender, tags }: Pick<OwnUploadView, 'title' | 'description' | 'gender' | 'tags'>,
  ) => {
    const form = readForm(
      { title, description, gender, tags: tags.filter((tag) => tag !== gender) },
      emptyForm(),
    );
    set(wordsBeforeAtom, form);
    set(valueAtom, form);
  },
);

/** Changes fields and remembers them; a device that cannot just forgets. */
export const changeFormAtom = atom(null, (get, set, change: Partial<ShareForm>) => {
  set(typedAtom, { ...get(typedAtom), ...change });
  set(valueAtom, { ...get(valueAtom), ...change });
  set(keepAtom);
});

/** Without a file there is nothing yet to keep it under; `restoreFormAtom` makes up for it. */
const keepAtom = atom(null, (get) => {
  const key = noteKey(get(shareFileAtom));
  if (key)
    void get(publishPortsAtom)
      .notes.write(key, get(valueAtom))
      .catch(() => undefined);
});

/** Brings back what was typed for this file; what a quick hand has typed meanwhile stays. */
export const restoreFormAtom = atom(null, async (get, set) => {
  const ports = get(publishPortsAtom);
  const key = noteKey(get(shareFileAtom));
  const title = ports.handoff.readRecordingData()?.title;
  const fallback = { ...emptyForm(), ...(title ? { title } : {}), ...get(wordsBeforeAtom) };
  const stored = key ? await ports.notes.read(key).catch(() => undefined) : undefined;
  const typed = get(typedAtom);
  set(valueAtom, { ...readForm(stored, fallback), ...typed });
  if (Object.keys(typed).length > 0) set(keepAtom);
});

/** Leaving the form; what was typed is kept under its file. */
export const leaveFormAtom = atom(null, (get, set) => {
  set(typedAtom, {});
  set(valueAtom, { ...emptyForm(), ...get(wordsBeforeAtom) });
});

/** After publishing: the next form starts fresh. */
export const clearFormAtom = atom(null, (get, set) => {
  set(wordsBeforeAtom, {});
  const key = noteKey(get(shareFileAtom));
  if (key)
    void get(publishPortsAtom)
      .notes.remove(key)
      .catch(() => undefined);
  set(leaveFormAtom);
});
