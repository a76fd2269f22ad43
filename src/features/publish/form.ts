// What a person typed; it survives reload and leaving, under the file it belongs to.
import { atom } from 'jotai/vanilla';
import { fill, messages } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { type ShareFileState, shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';
import { formErrors, readForm, type ShareForm } from './rules.ts';

const emptyForm = (): ShareForm => ({
  title: fill(messages.share.defaultTitle, { date: formatDate(new Date()) }),
  description: '',
  gender: 'Diverse',
  tags: [],
  consentAt: null,
});

const valueAtom = atom<ShareForm>(emptyForm());
export const shareFormAtom = atom((get) => get(valueAtom));
export const formErrorsAtom = atom((get) => formErrors(get(valueAtom)));

const noteKey = (state: ShareFileState) => (state.phase === 'ready' ? `form:${state.file.reference}` : null);

/** Changes fields and remembers them; a device that cannot just forgets. */
export const changeFormAtom = atom(null, (get, set, change: Partial<ShareForm>) => {
  const next = { ...get(valueAtom), ...change };
  set(valueAtom, next);
  const key = noteKey(get(shareFileAtom));
  if (key)
    void get(publishPortsAtom)
      .notes.write(key, next)
      .catch(() => undefined);
});

/** Brings back what was typed for this file. */
export const restoreFormAtom = atom(null, async (get, set) => {
  const ports = get(publishPortsAtom);
  const key = noteKey(get(shareFileAtom));
  const title = ports.handoff.readRecordingData()?.title;
  const fallback = { ...emptyForm(), ...(title ? { title } : {}) };
  const stored = key ? await ports.notes.read(key).catch(() => undefined) : undefined;
  set(valueAtom, readForm(stored, fallback));
});

/** After publishing: the next form starts fresh. */
export const clearFormAtom = atom(null, (get, set) => {
  const key = noteKey(get(shareFileAtom));
  if (key)
    void get(publishPortsAtom)
      .notes.remove(key)
      .catch(() => undefined);
  set(valueAtom, emptyForm());
});
