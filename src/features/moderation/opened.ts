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

/** `taken`: claimed by another moderator; `own`: the moderator's own upload; `gone`: no longer in the queue; `failed`: unknown. */
export type ClaimStatus = 'claiming' | 'mine' | 'taken' | 'own' | 'gone' | 'failed';

/** Whether only others can decide about it, or it is already decided. */
export const isLocked = (claim: ClaimStatus): boolean => ['taken', 'own', 'gone'].includes(claim);

interface Opened {
  uploadId: string;
  claim: ClaimStatus;
  /** As it was when opened, in case it disappears. */
  row: PendingUploadView;
  /** Milliseconds since 1970. */
  at: number;
  renewal: ReturnType<typeof setInterval>;
}

/** Well below `CLAIM_MS`, also in a background page, whose timers run once a minute. */
const RENEW_MS = 45_000;
/** Ignores decisions this soon after opening, milliseconds: the press was meant for the previous item. */
const TOO_SOON_MS = 300;

const openedAtom = atom<Opened | null>(null);
export const openIdAtom = atom((get) => get(openedAtom)?.uploadId ?? null);

export interface OpenItem {
  row: PendingUploadView;
  claim: ClaimStatus;
}
/** The open item. */
export const openItemAtom = atom((get): OpenItem | null => {
  const opened = get(openedAtom);
  if (!opened) return null;
  const row = get(tableAtom('pendingUploads')).get(opened.uploadId);
  const isListed = get(queueAtom).some(({ uploadId }) => uploadId === opened.uploadId);
  const isHere = isListed || get(leavingIdsAtom).has(opened.uploadId);
  return { row: row ?? opened.row, claim: isHere ? opened.claim : 'gone' };
});

/** Increases when the focus moves to the open item, or to the list when nothing is open. */
export const focusTurnAtom = atom(0);

const CLAIM_OF: Partial<Record<string, ClaimStatus>> = {
  claimed: 'taken',
  forbidden: 'taken',
  conflict_of_interest: 'own',
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

/** The network is back: claims the open item if that failed before. */
export const claimAgainAtom = atom(null, (get, set) => {
  const opened = get(openedAtom);
  if (opened?.claim === 'failed') void set(claimAtom, opened.uploadId);
});

/** Releases the open item; `keepalive` when the page closes. */
export const closeItemAtom = atom(null, (get, set, keepalive: boolean = false) => {
  const opened = get(openedAtom);
  if (!opened) return;
  clearInterval(opened.renewal);
  set(openedAtom, null);
  set(closeSoundAtom);
  // A held decision keeps its claim, so that no other moderator decides meanwhile.
  if (get(leavingIdsAtom).has(opened.uploadId) || isLocked(opened.claim)) return;
  get(statePortsAtom)
    .write('releaseClaim', { uploadId: opened.uploadId }, { keepalive })
    .catch((error: unknown) => console.info('the claim ends by itself', error));
});

export const openItemIdAtom = atom(null, (get, set, uploadId: string) => {
  if (get(openedAtom)?.uploadId === uploadId) return;
  const row = get(queueAtom).find((each) => each.uploadId === uploadId);
  if (!row) return;
  set(closeItemAtom);
  const isOwn = row.review?.isOwnCase === true;
  const renewal = setInterval(() => {
    if (get(openedAtom)?.claim !== 'gone' && !isOwn) void set(claimAtom, uploadId);
  }, RENEW_MS);
  set(openedAtom, { uploadId, claim: isOwn ? 'own' : 'claiming', row, at: Date.now(), renewal });
  set(openSoundAtom, row);
  if (!isOwn) void set(claimAtom, uploadId);
});

/** The user chose it in the list, which small screens then hide: focus the item. */
export const chooseItemAtom = atom(null, (get, set, uploadId: string) => {
  set(openItemIdAtom, uploadId);
  set(focusTurnAtom, get(focusTurnAtom) + 1);
});

/** Opens the next (1) or previous (-1) item of the list, or the first when nothing is open. */
export const moveAtom = atom(null, (get, set, by: 1 | -1) => {
  const rows = get(queueAtom);
  const open = get(openedAtom)?.uploadId;
  const at = rows.findIndex(({ uploadId }) => uploadId === open);
  const next = at < 0 ? rows[0] : rows[at + by];
  if (!next) return;
  set(openItemIdAtom, next.uploadId);
  set(focusTurnAtom, get(focusTurnAtom) + 1);
});

const isFree = ({ review }: PendingUploadView) =>
  (!review?.claim || review.claim.isMine) && !review?.isOwnCase;

/** Decides about the open item and opens the next one that no other moderator has claimed. */
export const decideOpenAtom = atom(null, (get, set, verdict: Verdict) => {
  const opened = get(openedAtom);
  const item = get(openItemAtom);
  if (!opened || !item || isLocked(item.claim)) return;
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

/** Undoes the last decision and opens its upload. */
export const undoLastAtom = atom(null, (get, set) => {
  const uploadId = set(undoAtom);
  if (uploadId === null) return;
  set(openItemIdAtom, uploadId);
  set(focusTurnAtom, get(focusTurnAtom) + 1);
});

/** Shows a hidden upload again. */
export const showAgainAtom = atom(null, async (get, set, uploadId: string) => {
  await get(statePortsAtom).write('hideUpload', { uploadId, hidden: false });
  set(invalidateAtom, 'queue');
});
