// What a person typed; it survives reload and leaving, under the file it belongs to.
import { atom } from 'jotai/vanilla';
import type { OwnUploadView } from '../../../api/contract/uploads.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import type { PublishFailure } from './failure.ts';
import { type ShareFileState, shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';
import { type RefusedField, refusedField } from './refusedField.ts';
import { type FormErrors, formErrors, readForm, type ShareForm } from './rules.ts';

export const emptyForm = (): ShareForm => ({
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

/** What the server refused, and what the refused field held then. */
interface Refusal {
  failure: PublishFailure;
  value: unknown;
}
const refusalAtom = atom<Refusal | null>(null);

/** The field the server refused, until it holds something else; null when nothing on the form is meant. */
export const refusedFieldAtom = atom((get): RefusedField | null => {
  const refusal = get(refusalAtom);
  const refused = refusal && refusedField(refusal.failure);
  if (!refused) return null;
  const held = heldBy(refused, get(valueAtom), get(shareFileAtom));
  return JSON.stringify(held) === JSON.stringify(refusal.value) ? refused : null;
});

const heldBy = ({ field }: RefusedField, form: ShareForm, file: ShareFileState) =>
  field === 'file' ? referenceOf(file) : form[field];

/** What is wrong by our own rules comes before what the server said of the same field. */
export const formErrorsAtom = atom((get): FormErrors => {
  const refused = get(refusedFieldAtom);
  const own = formErrors(get(valueAtom));
  return refused === null || refused.field === 'file' ? own : { [refused.field]: refused.text, ...own };
});

/** Where the words of a file are kept. */
export const formNote = (reference: string) => `form:${reference}`;
const referenceOf = (state: ShareFileState) => (state.phase === 'ready' ? state.file.reference : null);
const noteKey = (state: ShareFileState) => {
  const reference = referenceOf(state);
  return reference === null ? null : formNote(reference);
};

/** What is kept under a file: the words, and what the server said of them. */
const noteOf = (form: ShareForm, refusal: Refusal | null) => ({ ...form, refusal });

/** The note of words that were sent, with what the server refused of them. */
export function sentNote(form: ShareForm, reference: string, failure: PublishFailure | null) {
  const refused = failure && refusedField(failure);
  if (!refused) return noteOf(form, null);
  return noteOf(form, { failure, value: refused.field === 'file' ? reference : form[refused.field] });
}

/** Says at its field, also after a reload, what the server refused. */
export const refuseFormAtom = atom(null, (get, set, failure: PublishFailure) => {
  const refused = refusedField(failure);
  if (refused === null) return;
  set(refusalAtom, { failure, value: heldBy(refused, get(valueAtom), get(shareFileAtom)) });
  set(keepAtom);
});

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
      .notes.write(key, noteOf(get(valueAtom), get(refusalAtom)))
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
  set(refusalAtom, readRefusal(stored));
  if (Object.keys(typed).length > 0) set(keepAtom);
});

function readRefusal(stored: unknown): Refusal | null {
  const { refusal } = Object(stored) as { refusal?: Refusal | null };
  return refusal?.failure ? { failure: refusal.failure, value: refusal.value } : null;
}

/** Leaving the form; what was typed is kept under its file. */
export const leaveFormAtom = atom(null, (get, set) => {
  set(typedAtom, {});
  set(refusalAtom, null);
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
