// What the test pages show and do. Whatever changes more than one's own marks refuses in a production build, here and not
// only by a greyed button.
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

/** The newest that this viewer may read anywhere: the same rules as under a recording. */
const commentsQuery = createQuery<CommentView[]>({
  key: 'test comments',
  tags: ['tracks', 'comments'],
  load: async (get, _set, signal) =>
    (await get(statePortsAtom).read('getDatabase', {}, { signal })).data.comments,
});
export const testCommentsAtom = commentsQuery.stateAtom;

export const mayChangeDataAtom = atom((get) => !get(engineeringPortsAtom).isProduction);

export type Deed = 'done' | 'refused' | { failed: string };

export const toggleTestBookmarkAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
  const track = get(tracksByIdAtom).get(trackId);
  if (track === undefined) return;
  if (track.isBookmarked) await set(sendWriteAtom, 'removeBookmark', { bookmarkId: trackId });
  else await set(sendWriteAtom, 'addBookmark', { bookmark: { trackId } });
});

/** Does `work` where data may be changed; tells what became of it. */
const changeAtom = atom(null, async (get, _set, work: () => Promise<unknown>): Promise<Deed> => {
  if (!get(mayChangeDataAtom)) return 'refused';
  try {
    await work();
    return 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failed: error.code };
  }
});

export const testCommentAtom = atom(null, async (get, set, trackId: string): Promise<Deed> => {
  const content = engineeringMessages.test.commentText;
  const deed = await set(changeAtom, () => get(statePortsAtom).write('addComment', { trackId, content }));
  set(invalidateAtom, 'tracks');
  return deed;
});

export const createDemoDataAtom = atom(null, async (get, set): Promise<Deed> => {
  const { write } = get(statePortsAtom);
  const deed = await set(changeAtom, () => write('addDemoActivitiesAndNotifications', {}));
  for (const tag of ['notifications', 'activities']) set(invalidateAtom, tag);
  return deed;
});

export const resetDatabaseAtom = atom(null, async (get, set): Promise<Deed> => {
  const deed = await set(changeAtom, () => get(statePortsAtom).write('resetDatabase', {}));
  for (const tag of ['tracks', 'notifications', 'activities']) set(invalidateAtom, tag);
  return deed;
});

const PROBE = 'persistenceTest';
const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether what is written in this browser can be read again. Leaves nothing behind. */
export const testPersistenceAtom = atom(null, (get): boolean => {
  const { settings } = get(engineeringPortsAtom);
  const word = String(Date.now());
  settings.write(PROBE, word);
  const found = settings.read<string>(PROBE, isText, '');
  settings.forget(PROBE);
  return found === word;
});
