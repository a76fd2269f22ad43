// Actions of moderators and admins on rows. Each returns null or an error code, and refreshes the cards.
import { atom } from 'jotai/vanilla';
import type { Actions, WriteName } from '../../../api/contract/actions.ts';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { removeRowAtom } from '../../state/entities.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { invalidateAtom } from '../../state/registry.ts';

export type Outcome<Data> = { data: Data; code: null } | { data: null; code: ApiErrorCode };

/** `const { data, code } = await set(deedAtom, 'deleteTrack', { trackId })`; never throws. */
const deedAtom = atom(null, async (get, set, name: WriteName, body: object): Promise<Outcome<unknown>> => {
  try {
    const { data } = await get(statePortsAtom).write(name, body as never);
    set(invalidateAtom, 'overview');
    return { data, code: null };
  } catch (error) {
    console.warn(`${name} failed`, error);
    return { data: null, code: error instanceof ApiError ? error.code : 'internal' };
  }
});

const deed = <N extends WriteName>(name: N, stale: readonly string[] = []) =>
  atom(null, async (_get, set, body: Actions[N]['body']): Promise<Outcome<Actions[N]['data']>> => {
    const outcome = (await set(deedAtom, name, body)) as Outcome<Actions[N]['data']>;
    if (outcome.code === null) for (const tag of stale) set(invalidateAtom, tag);
    return outcome;
  });

/** Sent to the owner; omitted when empty. */
export const reasonOf = (reason: string) => (reason === '' ? {} : { reason });

const sendTrackDeletion = deed('deleteTrack');
/** A missing track counts as deleted. */
export const deleteTrackAtom = atom(null, async (_get, set, trackId: string, reason: string) => {
  const outcome = await set(sendTrackDeletion, { trackId, ...reasonOf(reason) });
  if (outcome.code !== null && outcome.code !== 'not_found') return outcome.code;
  set(removeRowAtom, 'tracks', trackId);
  set(invalidateAtom, 'tracks');
  return null;
});

const sendCommentDeletion = deed('deleteComment', ['getTrackTable']);
export const deleteCommentAtom = atom(null, async (_get, set, commentId: string, reason: string) => {
  const { code } = await set(sendCommentDeletion, { commentId, ...reasonOf(reason) });
  if (code !== null && code !== 'not_found') return code;
  set(removeRowAtom, 'comments', commentId);
  return null;
});

const EVERYTHING = ['getTrackTable', 'getUserTable', 'getCommentTable', 'getReportTable', 'tracks', 'queue'];
export const deleteUserAtom = deed('deleteUser', EVERYTHING);
export const setRoleAtom = deed('setRole');
export const updateReportAtom = deed('updateReportStatus', ['getTrackTable', 'getCommentTable']);
export const deleteReportAtom = deed('deleteReport');
export const answerAppealAtom = deed('answerAppeal');
export const forceDeleteTrackAtom = deed('forceDeleteTrack', EVERYTHING);
export const deleteAllAtom = deed('deleteAllUserContent', EVERYTHING);
export const resetDatabaseAtom = deed('resetDatabase', EVERYTHING);
export const createDemoDataAtom = deed('forceCreateDemoData', EVERYTHING);
export const addHollaTracksAtom = deed('forceAddHollaTracks', EVERYTHING);
export const addDemoNewsAtom = deed('addDemoActivitiesAndNotifications');
