// Actions of moderators and admins on rows. Each returns null or an error code, and refreshes the cards.
import { atom } from 'jotai/vanilla';
import type { Actions, WriteName } from '../../../api/contract/actions.ts';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { removeRowAtom } from '../../state/entities.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { invalidateAtom } from '../../state/registry.ts';

export type Outcome<Data> = { data: Data; code: null } | { data: null; code: ApiErrorCode };

/** `const { data, code } = await set(sendAtom, 'deleteTrack', { trackId })`; never throws. */
const sendAtom = atom(null, async (get, set, name: WriteName, body: object): Promise<Outcome<unknown>> => {
  try {
    const { data } = await get(statePortsAtom).write(name, body as never);
    set(invalidateAtom, 'overview');
    return { data, code: null };
  } catch (error) {
    console.warn(`${name} failed`, error);
    return { data: null, code: error instanceof ApiError ? error.code : 'internal' };
  }
});

const action = <N extends WriteName>(name: N, stale: readonly string[] = []) =>
  atom(null, async (_get, set, body: Actions[N]['body']): Promise<Outcome<Actions[N]['data']>> => {
    const outcome = (await set(sendAtom, name, body)) as Outcome<Actions[N]['data']>;
    if (outcome.code === null) for (const tag of stale) set(invalidateAtom, tag);
    return outcome;
  });

/** Sent to the owner; omitted when empty. */
export const reasonOf = (reason: string) => (reason === '' ? {} : { reason });

/** Why content is removed: its owner reads both. No rule: the viewer's own. */
interface Stated {
  ruleId: string;
  reason: string;
}

const sendTrackDeletion = action('deleteTrack');
/** A missing track counts as deleted. */
export const deleteTrackAtom = atom(null, async (_get, set, trackId: string, { ruleId, reason }: Stated) => {
  const outcome = await set(sendTrackDeletion, {
    trackId,
    ...(ruleId === '' ? {} : { ruleId }),
    ...reasonOf(reason),
  });
  if (outcome.code !== null && outcome.code !== 'not_found') return outcome.code;
  set(removeRowAtom, 'tracks', trackId);
  set(invalidateAtom, 'tracks');
  return null;
});

const sendCommentDeletion = action('deleteComment', ['getTrackTable']);
export const deleteCommentAtom = atom(
  null,
  async (_get, set, commentId: string, { ruleId, reason }: Stated) => {
    const { code } = await set(sendCommentDeletion, { commentId, ruleId, ...reasonOf(reason) });
    if (code !== null && code !== 'not_found') return code;
    set(removeRowAtom, 'comments', commentId);
    return null;
  },
);

const EVERYTHING = ['getTrackTable', 'getUserTable', 'getCommentTable', 'getReportTable', 'tracks', 'queue'];
export const deleteUserAtom = action('deleteUser', EVERYTHING);
export const setRoleAtom = action('setRole');
export const updateReportAtom = action('updateReportStatus', [
  'getReportTable',
  'getTrackTable',
  'getCommentTable',
]);
export const deleteReportAtom = action('deleteReport');
export const holdEvidenceAtom = action('holdEvidence', ['getEvidenceCases', 'findEvidence']);
export const openEvidenceAtom = action('getEvidence');
export const extendEvidenceAtom = action('extendEvidence');
export const exportEvidenceAtom = action('exportEvidence');
export const answerAppealAtom = action('answerAppeal');
export const forceDeleteTrackAtom = action('forceDeleteTrack', EVERYTHING);
export const deleteAllAtom = action('deleteAllUserContent', EVERYTHING);
export const resetDatabaseAtom = action('resetDatabase', EVERYTHING);
export const createDemoDataAtom = action('forceCreateDemoData', EVERYTHING);
export const addHollaTracksAtom = action('forceAddHollaTracks', EVERYTHING);
export const addDemoNewsAtom = action('addDemoActivitiesAndNotifications');
