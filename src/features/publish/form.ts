// The typed text. It survives a reload, leaving the page and trimming again, stored under the recording of its file.
import { atom } from 'jotai/vanilla';
import { tidyText } from '../../../api/contract/shownText.ts';
import { CONSENT_VERSION } from '../../../api/contract/uploadForm.ts';
import type { OwnUploadView } from '../../../api/contract/uploads.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import type { ReplacedRecording } from '../../storage/handoff.ts';
import type { PublishFailure } from './failure.ts';
import { type ShareFileState, shareFileAtom } from './file.ts';
import { changeUploadAtom, uploadOnFormAtom } from './outbox.ts';
import { publishPortsAtom } from './ports.ts';
import { replacedAtom, stopReplacingAtom } from './replacing.ts';
import { type FormErrors, formErrors, readForm, type ShareForm } from './rules.ts';
import { type RefusedField, refusedField } from './sentences.ts';

export const emptyForm = (): ShareForm => ({
  title: fill(shareMessages.share.defaultTitle, { date: formatDate(new Date()) }),
  description: '',
  gender: 'Diverse',
  tags: [],
  consentAt: null,
  transcript: '',
  allowComments: true,
});

const valueAtom = atom<ShareForm>(emptyForm());
export const shareFormAtom = atom((get) => get(valueAtom));

/** What the server refused, with the value of the field at that time. */
interface Refusal {
  failure: PublishFailure;
  value: unknown;
}
const refusalAtom = atom<Refusal | null>(null);

/** The field the server refused, until its value changes; null when no field of the form is concerned. */
export const refusedFieldAtom = atom((get): RefusedField | null => {
  const refusal = get(refusalAtom);
  const refused = refusal && refusedField(refusal.failure);
  if (!refused) return null;
  const held = heldBy(refused, get(valueAtom), get(shareFileAtom));
  return JSON.stringify(held) === JSON.stringify(refusal.value) ? refused : null;
});

const heldBy = ({ field }: RefusedField, form: ShareForm, file: ShareFileState) =>
  field === 'file' ? referenceOf(file) : form[field];

/** For one field, a problem found here takes precedence over the server's. */
export const formErrorsAtom = atom((get): FormErrors => {
  const refused = get(refusedFieldAtom);
  const own = formErrors(get(valueAtom));
  return refused === null || refused.field === 'file' ? own : { [refused.field]: refused.text, ...own };
});

/** The storage key for the text of a file that was made from `source`. */
export const formNote = (source: string) => `form:${source}`;
const referenceOf = (state: ShareFileState) => (state.phase === 'ready' ? state.file.reference : null);
const noteKey = (state: ShareFileState) => (state.phase === 'ready' ? formNote(state.file.source) : null);

/** What is stored for a file: the text, and the server's refusal of it. */
const noteOf = (form: ShareForm, refusal: Refusal | null) => ({ ...form, refusal });

/** The stored form of sent text, with the server's refusal. */
export function sentNote(form: ShareForm, reference: string, failure: PublishFailure | null) {
  const refused = failure && refusedField(failure);
  if (!refused) return noteOf(form, null);
  return noteOf(form, { failure, value: refused.field === 'file' ? reference : form[refused.field] });
}

/** Shows the server's refusal at its field, also after a reload. */
export const refuseFormAtom = atom(null, (get, set, failure: PublishFailure) => {
  const refused = refusedField(failure);
  if (refused === null) return;
  set(refusalAtom, { failure, value: heldBy(refused, get(valueAtom), get(shareFileAtom)) });
  set(keepAtom);
});

/** Fields changed by the person since the form was opened; they win over values read later. */
const typedAtom = atom<Partial<ShareForm>>({});

/** The `noteKey` of the file on the form when the person confirmed that the second one agreed: to this recording only. */
const agreedKeyAtom = atom<string | null>(null);

/** The texts of a refused recording: the next form begins with them, until something is published. */
const wordsBeforeAtom = atom<Partial<ShareForm>>({});

/** Fills the form with the texts of a refused recording; its audio is not stored anywhere. */
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
    set(stopReplacingAtom);
    set(wordsBeforeAtom, form);
    set(valueAtom, form);
  },
);

/** What is sent of a form, as the server stores it. */
export function wordsOf(form: ShareForm) {
  const gender = form.gender ?? 'Diverse';
  const tidy = (text: string) => tidyText(text).trim();
  return {
    title: tidy(form.title),
    description: tidy(form.description),
    gender,
    // The category is also sent as a tag.
    tags: [...form.tags, gender],
    consentAt: gender === 'Couple' ? form.consentAt : null,
    consentVersion: gender === 'Couple' ? CONSENT_VERSION : undefined,
    transcript: tidy(form.transcript),
    allowComments: form.allowComments,
  };
}

/** Changes fields and stores them where the device allows it, also in an upload of this form that waits. */
export const changeFormAtom = atom(null, (get, set, change: Partial<ShareForm>) => {
  if (change.consentAt) set(agreedKeyAtom, noteKey(get(shareFileAtom)));
  set(typedAtom, { ...get(typedAtom), ...change });
  set(valueAtom, { ...get(valueAtom), ...change });
  set(keepAtom);
  const upload = get(uploadOnFormAtom);
  if (upload !== null) void set(changeUploadAtom, upload, wordsOf(get(valueAtom)));
});

/** Text typed before a file was chosen has no storage key; `restoreFormAtom` stores it later. */
const keepAtom = atom(null, (get) => {
  const key = noteKey(get(shareFileAtom));
  if (key)
    void get(publishPortsAtom)
      .notes.write(key, noteOf(get(valueAtom), get(refusalAtom)))
      .catch(() => undefined);
});

/** Restores the text typed for this file; fields changed meanwhile keep their values. */
export const restoreFormAtom = atom(null, async (get, set) => {
  const ports = get(publishPortsAtom);
  const key = noteKey(get(shareFileAtom));
  const title = ports.handoff.readRecordingData()?.title;
  const fallback = { ...emptyForm(), ...(title ? { title } : {}), ...get(wordsBeforeAtom) };
  const stored = key ? await ports.notes.read(key).catch(() => undefined) : undefined;
  const agreed = get(agreedKeyAtom);
  const typed = { ...get(typedAtom) };
  if (agreed !== null && agreed !== key) delete typed.consentAt;
  set(typedAtom, typed);
  const form = { ...readForm(stored, fallback), ...typed };
  const replaced = get(replacedAtom);
  set(valueAtom, replaced === null ? form : { ...form, ...detailsOf(replaced) });
  set(refusalAtom, readRefusal(stored));
  if (Object.keys(typed).length > 0) set(keepAtom);
});

/** The details that a recording keeps with a new sound. */
function detailsOf(
  replaced: ReplacedRecording,
): Pick<ShareForm, 'title' | 'description' | 'gender' | 'tags'> {
  const { title, description, gender } = readForm(replaced, emptyForm());
  return { title, description, gender, tags: [] };
}

function readRefusal(stored: unknown): Refusal | null {
  const { refusal } = Object(stored) as { refusal?: Refusal | null };
  return refusal?.failure ? { failure: refusal.failure, value: refusal.value } : null;
}

/** When the form is left; the typed text stays stored under its file. */
export const leaveFormAtom = atom(null, (get, set) => {
  set(typedAtom, {});
  set(refusalAtom, null);
  set(valueAtom, { ...emptyForm(), ...get(wordsBeforeAtom) });
});

/** After publishing: the next form starts empty. */
export const clearFormAtom = atom(null, (get, set) => {
  set(wordsBeforeAtom, {});
  const key = noteKey(get(shareFileAtom));
  if (key)
    void get(publishPortsAtom)
      .notes.remove(key)
      .catch(() => undefined);
  set(leaveFormAtom);
});
