// Data and actions of the test pages. In a production build, every action that changes more than the user's own likes and
// bookmarks refuses here, not only by a disabled button.
import { atom } from 'jotai/vanilla';
import type { CommentView } from '../../../api/contract/comments.ts';
import { ApiError } from '../../api/client.ts';
import { engineeringMessages } from '../../lib/messages/engineering.ts';
import { defineList } from '../../state/lists.ts';
import { sendWriteAtom } from '../../state/outbox.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery } from '../../state/queries.ts';
import { invalidateAtom } from '../../state/registry.ts';
import { tracksByIdAtom, tracksList } from '../../state/tracks.ts';
import { engineeringPortsAtom } from './ports.ts';

const LIMIT = '50';
export const testTracksAtom = tracksList({ limit: LIMIT });
export const testNotificationsAtom = defineList({
  action: 'getNotifications',
  table: 'notifications',
  tags: () => ['notifications'],
})({ limit: LIMIT });
export const testActivitiesAtom = defineList({
  action: 'getActivities',
  table: 'activities',
  tags: () => ['activities'],
})({ limit: LIMIT });

/** The newest comments this viewer may read, by the same rules as under a recording. */
const commentsQuery = createQuery<CommentView[]>({
  key: 'test comments',
  tags: ['tracks', 'comments'],
  load: async (get, _set, signal) =>
    (await get(statePortsAtom).read('getDatabase', {}, { signal })).data.comments,
});
export const testCommentsAtom = commentsQuery.stateAtom;

export const mayChangeDataAtom = atom((get) => !get(engineeringPortsAtom).isProduction);

export type ChangeResult = 'done' | 'refused' | { failed: string };

export const toggleTestBookmarkAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
  const track = get(tracksByIdAtom).get(trackId);
  if (track === undefined) return;
  if (track.isBookmarked) await set(sendWriteAtom, 'removeBookmark', { bookmarkId: trackId });
  else await set(sendWriteAtom, 'addBookmark', { bookmark: { trackId } });
});

/** Runs `work` if this build may change data, and returns the result. */
const changeAtom = atom(null, async (get, _set, work: () => Promise<unknown>): Promise<ChangeResult> => {
  if (!get(mayChangeDataAtom)) return 'refused';
  try {
    await work();
    return 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failed: error.code };
  }
});

export const testCommentAtom = atom(null, async (get, set, trackId: string): Promise<ChangeResult> => {
  const content = engineeringMessages.test.commentText;
  const result = await set(changeAtom, () => get(statePortsAtom).write('addComment', { trackId, content }));
  set(invalidateAtom, 'tracks');
  return result;
});

export const createDemoDataAtom = atom(null, async (get, set): Promise<ChangeResult> => {
  const { write } = get(statePortsAtom);
  const result = await set(changeAtom, () => write('addDemoActivitiesAndNotifications', {}));
  for (const tag of ['notifications', 'activities']) set(invalidateAtom, tag);
  return result;
});

export const resetDatabaseAtom = atom(null, async (get, set): Promise<ChangeResult> => {
  const result = await set(changeAtom, () => get(statePortsAtom).write('resetDatabase', {}));
  for (const tag of ['tracks', 'notifications', 'activities']) set(invalidateAtom, tag);
  return result;
});

const PROBE = 'persistenceTest';
const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether this browser stores settings. Removes its test value. */
export const testPersistenceAtom = atom(null, (get): boolean => {
  const { settings } = get(engineeringPortsAtom);
  const word = String(Date.now());
  settings.write(PROBE, word);
  const found = settings.read<string>(PROBE, isText, '');
  settings.forget(PROBE);
  return found === word;
});
