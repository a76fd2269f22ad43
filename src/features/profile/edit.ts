// Editing the user's profile. Drafts stay on this device until saved or cancelled; a refused change returns to the form
// with its field.
import { atom } from 'jotai/vanilla';
import type { UserView } from '../../../api/contract/accounts.ts';
import type { Actions } from '../../../api/contract/actions.ts';
import type { FieldProblem } from '../../../api/contract/errors.ts';
import { tidyText } from '../../../api/contract/shownText.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { type Refusal, refusalsAtom, sendWriteAtom, waitingWritesAtom } from '../../state/outbox.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { changesOf, formOf, type ProfileForm, profileProblem } from './rules.ts';
import './writes.ts';

const SETTING = 'profileDraft';

interface Draft {
  /** The account being edited. */
  of: string;
  form: ProfileForm;
}

const isText = (value: unknown): value is string => typeof value === 'string';
function isDraft(value: unknown): value is Draft {
  const { of, form } = Object(value) as Partial<Draft>;
  if (!isText(of) || typeof form !== 'object' || form === null) return false;
  return isText(form.username) && isText(form.bio) && Array.isArray(form.tags) && form.tags.every(isText);
}

/** Undefined until this device's storage has been read. */
const valueAtom = atom<Draft | null | undefined>(undefined);
const draftAtom = atom(
  (get) => {
    const value = get(valueAtom);
    return value === undefined
      ? get(statePortsAtom).settings.read<Draft | null>(SETTING, isDraft, null)
      : value;
  },
  (get, set, draft: Draft | null) => {
    set(valueAtom, draft);
    get(statePortsAtom).settings.write(SETTING, draft);
  },
);
/** Whether the form was opened in this visit; a form from an earlier visit says so. */
const openedHereAtom = atom(false);

type Body = Actions['updateUser']['body'];
const isOfForm = ({ action, body }: Pick<Refusal, 'action' | 'body'>, userId: string): boolean =>
  action === 'updateUser' && (body as Body).userId === userId && !(body as Body).updates.preferences;

export interface ProfileEdit {
  form: ProfileForm;
  /** The first problem of the form, found here or by the server. */
  problem: FieldProblem | null;
  /** Why the server refused it, when the reason concerns no field. */
  refused: ApiErrorCode | null;
  /** It was left unfinished in an earlier visit. */
  isLeftOver: boolean;
}

/** Null while the profile is not being edited. */
export const profileEditAtom = atom((get) => (person: UserView): ProfileEdit | null => {
  const refusal = get(refusalsAtom).findLast((each) => isOfForm(each, person.id));
  const draft = get(draftAtom);
  const isOwn = draft?.of === person.id;
  if (refusal) {
    const { updates } = refusal.body as Body;
    const { username, bio, tags } = updates;
    const form = isOwn ? draft.form : { ...formOf(person), ...definite({ username, bio, tags }) };
    const problem = refusal.at ?? problemOf(refusal.code);
    return { form, problem, refused: problem === null ? refusal.code : null, isLeftOver: false };
  }
  if (!isOwn) return null;
  const isLeftOver = !get(openedHereAtom);
  return { form: draft.form, problem: profileProblem(draft.form, person), refused: null, isLeftOver };
});

const definite = (form: Partial<Record<keyof ProfileForm, unknown>>) =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Partial<ProfileForm>;

const problemOf = (code: ApiErrorCode): FieldProblem | null =>
  code === 'username_taken' ? { field: 'username', issue: 'taken' } : null;

/** Whether a change of the profile still waits on this device. */
export const profileWaitsAtom = atom(
  (get) => (userId: string) => get(waitingWritesAtom).some((each) => isOfForm(each, userId)),
);

const forgetRefusalsAtom = atom(null, (get, set, userId: string) =>
  set(
    refusalsAtom,
    get(refusalsAtom).filter((each) => !isOfForm(each, userId)),
  ),
);

export const openProfileEditAtom = atom(null, (_get, set, person: UserView) => {
  set(openedHereAtom, true);
  set(draftAtom, { of: person.id, form: formOf(person) });
});

export const changeProfileFormAtom = atom(
  null,
  (get, set, person: UserView, change: Partial<ProfileForm>) => {
    const edit = get(profileEditAtom)(person);
    if (edit === null) return;
    set(openedHereAtom, true);
    set(draftAtom, { of: person.id, form: { ...edit.form, ...change } });
    set(forgetRefusalsAtom, person.id);
  },
);

export const cancelProfileEditAtom = atom(null, (_get, set, userId: string) => {
  set(draftAtom, null);
  set(forgetRefusalsAtom, userId);
});

/** Sends the changed fields. Does nothing while the form has a problem. */
export const saveProfileAtom = atom(null, async (get, set, person: UserView): Promise<void> => {
  const edit = get(profileEditAtom)(person);
  if (edit === null || profileProblem(edit.form, person) !== null) return;
  const updates = changesOf({ ...edit.form, bio: tidyText(edit.form.bio).trim() }, formOf(person));
  set(cancelProfileEditAtom, person.id);
  if (updates) await set(sendWriteAtom, 'updateUser', { userId: person.id, updates });
});
