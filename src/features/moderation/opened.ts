// The open item: claimed for this moderator while open, released when closed.
import { atom } from 'jotai/vanilla';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { ApiError } from '../../api/client.ts';
import { tableAtom } from '../../state/entities.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { invalidateAtom } from '../../state/registry.ts';
import { decideAtom, leavingIdsAtom, undoAtom, type Verdict } from './decisions.ts';
import { queueAtom } from './list.ts';
import { closeSoundAtom, keepHeardAtom, openSoundAtom } from './listening.ts';

/** `taken`: claimed by another moderator; `gone`: no longer in the queue; `failed`: unknown. */
export type ClaimStatus = 'claiming' | 'mine' | 'taken' | 'gone' | 'failed';

interface Opened {
  uploadId: string;
  claim: ClaimStatus;
  /** As it was when it was opened, for when it is gone. */
  row: PendingUploadView;
  /** Milliseconds since 1970. */
  at: number;
  renewal: ReturnType<typeof setInterval>;
}

/** Well inside `CLAIM_MS`, also where a page in the background runs its timers once a minute. */
const RENEW_MS = 45_000;
/** Ignores decisions this soon after opening, milliseconds: the press was meant for the previous item. */
const TOO_SOON_MS = 300;

const openedAtom = atom<Opened | null>(null);
export const openIdAtom = atom((get) => get(openedAtom)?.uploadId ?? null);

export interface OpenItem {
  row: PendingUploadView;
  claim: ClaimStatus;
}
/** What is shown beside the list. */
export const openItemAtom = atom((get): OpenItem | null => {
  const opened = get(openedAtom);
  if (!opened) return null;
  const row = get(tableAtom('pendingUploads')).get(opened.uploadId);
  const isListed = get(queueAtom).some(({ uploadId }) => uploadId === opened.uploadId);
  const isHere = isListed || get(leavingIdsAtom).has(opened.uploadId);
  return { row: row ?? opened.row, claim: isHere ? opened.claim : 'gone' };
});

/** Grows when the focus belongs to the open item, or to the list when nothing is open. */
export const focusTurnAtom = atom(0);

const CLAIM_OF: Partial<Record<string, ClaimStatus>> = {
  claimed: 'taken',
  forbidden: 'taken',
  not_found: 'gone',
  conflict: 'gone',
};

const claimAtom = atom(null, async (get, set, uploadId: string) => {
  const settle = (claim: ClaimStatus) => {
    const opened = get(openedAtom);
    if (opened?.uploadId === uploadId) set(openedAtom, { ...opened, claim });
  };
  try {
    await get(statePortsAtom).write('claimUpload', { uploadId });
    settle('mine');
  } catch (error) {
    console.warn('not claimed', error);
    settle((error instanceof ApiError && CLAIM_OF[error.code]) || 'failed');
    set(invalidateAtom, 'queue');
  }
});

/** There is a network again: what could not be claimed for want of one is, now. */
export const claimAgainAtom = atom(null, (get, set) => {
  const opened = get(openedAtom);
  if (opened?.claim === 'failed') void set(claimAtom, opened.uploadId);
});

/** Gives back what is open; `keepalive` when the page closes. */
export const closeItemAtom = atom(null, (get, set, keepalive: boolean = false) => {
  const opened = get(openedAtom);
  if (!opened) return;
  clearInterval(opened.renewal);
  set(openedAtom, null);
  set(closeSoundAtom);
  // A decision that is held keeps its claim, so that nobody else decides meanwhile.
  if (get(leavingIdsAtom).has(opened.uploadId) || opened.claim === 'taken' || opened.claim === 'gone') return;
  get(statePortsAtom)
    .write('releaseClaim', { uploadId: opened.uploadId }, { keepalive })
    .catch((error: unknown) => console.info('the claim ends by itself', error));
});

export const openItemIdAtom = atom(null, (get, set, uploadId: string) => {
  if (get(openedAtom)?.uploadId === uploadId) return;
  const row = get(queueAtom).find((each) => each.uploadId === uploadId);
  if (!row) return;
  set(closeItemAtom);
  const renewal = setInterval(() => {
    if (get(openedAtom)?.claim !== 'gone') void set(claimAtom, uploadId);
  }, RENEW_MS);
  set(openedAtom, { uploadId, claim: 'claiming', row, at: Date.now(), renewal });
  set(openSoundAtom, row);
  void set(claimAtom, uploadId);
});

/** A person has chosen it in the list, which is gone where there is room for one of both: the item has the focus. */
export const chooseItemAtom = atom(null, (get, set, uploadId: string) => {
  set(openItemIdAtom, uploadId);
  set(focusTurnAtom, get(focusTurnAtom) + 1);
});

/** Opens the one after (1) or before (-1) in the list, the first one when nothing is open. */
export const moveAtom = atom(null, (get, set, by: 1 | -1) => {
  const rows = get(queueAtom);
  const open = get(openedAtom)?.uploadId;
  const at = rows.findIndex(({ uploadId }) => uploadId === open);
  const next = at < 0 ? rows[0] : rows[at + by];
  if (!next) return;
  set(openItemIdAtom, next.uploadId);
  set(focusTurnAtom, get(focusTurnAtom) + 1);
});

const isFree = ({ review }: PendingUploadView) => !review?.claim || review.claim.isMine;

/** Decides about what is open and opens the next that nobody else looks at. */
export const decideOpenAtom = atom(null, (get, set, verdict: Verdict) => {
  const opened = get(openedAtom);
  const item = get(openItemAtom);
  if (!opened || !item || item.claim === 'taken' || item.claim === 'gone') return;
  if (Date.now() - opened.at < TOO_SOON_MS) return;
  const rows = get(queueAtom);
  const at = rows.findIndex(({ uploadId }) => uploadId === opened.uploadId);
  const next = rows.slice(at + 1).find(isFree) ?? rows.slice(0, Math.max(0, at)).findLast(isFree);
  set(keepHeardAtom);
  if (!set(decideAtom, opened.uploadId, verdict)) return;
  if (next) set(openItemIdAtom, next.uploadId);
  else set(closeItemAtom);
  set(focusTurnAtom, get(focusTurnAtom) + 1);
});

/** Takes back the last decision and opens what it was about. */
export const undoLastAtom = atom(null, (get, set) => {
  const uploadId = set(undoAtom);
  if (uploadId === null) return;
  set(openItemIdAtom, uploadId);
  set(focusTurnAtom, get(focusTurnAtom) + 1);
});

/** Shows what was hidden again. */
export const showAgainAtom = atom(null, async (get, set, uploadId: string) => {
  await get(statePortsAtom).write('hideUpload', { uploadId, hidden: false });
  set(invalidateAtom, 'queue');
});
