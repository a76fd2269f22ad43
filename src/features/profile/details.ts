// Editing the texts of the user's recordings: published ones, whose edits may need review, and pending ones. Drafts stay on
// this device until saved or cancelled.
import { atom } from 'jotai/vanilla';
import type { Actions } from '../../../api/contract/actions.ts';
import { tidyText } from '../../../api/contract/shownText.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { CONSENT_VERSION } from '../../../api/contract/uploadForm.ts';
import type { OwnUploadView } from '../../../api/contract/uploads.ts';
import { type Refusal, refusalsAtom, sendWriteAtom, waitingWritesAtom } from '../../state/outbox.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { changesOf, type DetailsForm, detailsFormOf, detailsProblem, needsConsent } from './rules.ts';
import './writes.ts';

/** The recording that the texts belong to. */
export type Recording =
  | { kind: 'track'; id: string; before: DetailsForm; title: string }
  | { kind: 'upload'; id: string; before: DetailsForm; title: string };

export const recordingOfTrack = (track: TrackView): Recording => ({
  kind: 'track',
  id: track.id,
  before: detailsFormOf(track),
  title: track.title,
});

/** A published recording whose new texts were changed or refused is edited as a track again. */
export const recordingOfUpload = (upload: OwnUploadView): Recording => ({
  kind: upload.trackId === null ? 'upload' : 'track',
  id: upload.trackId ?? upload.uploadId,
  before: detailsFormOf(upload),
  title: upload.title,
});

const SETTING = 'wordsDraft';
/** Recordings whose unsaved text is kept; the one typed in longest ago goes first. */
const KEPT_DRAFTS = 10;

interface Draft {
  id: string;
  form: DetailsForm;
}
function isDraft(value: unknown): value is Draft {
  const { id, form } = Object(value) as Partial<Draft>;
  return typeof id === 'string' && typeof form?.title === 'string' && Array.isArray(form.tags);
}
const areDrafts = (value: unknown): value is Draft[] => Array.isArray(value) && value.every(isDraft);

const draftsAtom = atom((get) => () => get(statePortsAtom).settings.read(SETTING, areDrafts, []));

/** The unsaved text typed for this recording; null when there is none. */
export const detailsDraftAtom = atom(
  (get) =>
    (id: string): DetailsForm | null =>
      get(draftsAtom)().find((draft) => draft.id === id)?.form ?? null,
);

export const storeDetailsDraftAtom = atom(null, (get, _set, id: string, form: DetailsForm | null) => {
  const others = get(draftsAtom)().filter((draft) => draft.id !== id);
  const drafts = form ? [...others, { id, form }].slice(-KEPT_DRAFTS) : others;
  get(statePortsAtom).settings.write(SETTING, drafts);
});

type TrackBody = Actions['updateTrack']['body'];
type UploadBody = Actions['addTrack']['body'];

function recordingIn({ action, body }: Pick<Refusal, 'action' | 'body'>): string | null {
  if (action === 'updateTrack') return (body as TrackBody).trackId;
  return action === 'addTrack' ? (body as UploadBody).track.id : null;
}

/** Ids of the recordings whose new texts still wait on this device. */
export const waitingDetailsAtom = atom(
  (get) => new Set(get(waitingWritesAtom).flatMap((each) => recordingIn(each) ?? [])),
);

export interface RefusedDetails extends Pick<Refusal, 'code' | 'at'> {
  id: string;
  title: string | undefined;
}

/** New texts that the server refused in this visit. */
export const refusedDetailsAtom = atom((get): RefusedDetails[] =>
  get(refusalsAtom).flatMap((refusal) => {
    const id = recordingIn(refusal);
    if (id === null) return [];
    const { body, code, at } = refusal;
    const words = refusal.action === 'addTrack' ? (body as UploadBody).track : (body as TrackBody).updates;
    return [{ id, title: words.title, code, at }];
  }),
);

export const forgetRefusedDetailsAtom = atom(null, (get, set, id: string) =>
  set(
    refusalsAtom,
    get(refusalsAtom).filter((each) => recordingIn(each) !== id),
  ),
);

/** True when it was sent; false when the form has a problem or consent is missing. */
export const saveDetailsAtom = atom(
  null,
  async (
    _get,
    set,
    { kind, id, before }: Recording,
    form: DetailsForm,
    { again, consented }: { again: boolean; consented: boolean },
  ): Promise<boolean> => {
    if (detailsProblem(form) !== null) return false;
    const asksConsent = needsConsent(form, before, again);
    if (asksConsent && !consented) return false;
    const tidy = (text: string) => tidyText(text).trim();
    const trimmed = { ...form, title: tidy(form.title), description: tidy(form.description) };
    // A refused text is sent again even when unchanged: the moderators may decide differently.
    const changes = again ? trimmed : changesOf(trimmed, before);
    const updates = changes && { ...changes, ...(asksConsent ? { consentVersion: CONSENT_VERSION } : {}) };
    set(storeDetailsDraftAtom, id, null);
    set(forgetRefusedDetailsAtom, id);
    if (updates === null) return true;
    if (kind === 'track') await set(sendWriteAtom, 'updateTrack', { trackId: id, updates });
    else await set(sendWriteAtom, 'addTrack', { track: { id, ...updates } });
    return true;
  },
);
