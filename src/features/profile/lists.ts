// The lists of a profile, a page at a time.
import { atom } from 'jotai/vanilla';
import { CATEGORY_PAGE_TRACKS } from '../../../api/contract/limits.ts';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { newId } from '../../lib/ids.ts';
import { defineList } from '../../state/lists.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { invalidateAtom } from '../../state/registry.ts';
import { type TracksAtom, tracksList } from '../../state/tracks.ts';

const limit = String(CATEGORY_PAGE_TRACKS);

/** Bookmarks are shown to their owner only. */
export type ProfileTab = 'uploads' | 'liked' | 'bookmarked';

export function listOf(tab: ProfileTab, userId: string): TracksAtom {
  switch (tab) {
    case 'uploads':
      return tracksList({ user: userId, limit });
    case 'liked':
      return tracksList({ likedBy: userId, limit });
    case 'bookmarked':
      return tracksList({ category: 'bookmarked', limit });
  }
}

const ownUploads = defineList({
  action: 'getMyUploads',
  table: 'ownUploads',
  // Decisions arrive as notifications.
  tags: () => ['ownUploads', 'notifications'],
  hasCopy: true,
});

/** The user's unpublished uploads: waiting or rejected. */
export const ownUploadsAtom = ownUploads({});

/** Deletes a waiting upload of the user. Answers null on success, otherwise an error code; `not_found` once it is decided. */
export const withdrawUploadAtom = atom(
  null,
  async (get, set, uploadId: string): Promise<ApiErrorCode | null> => {
    try {
      await get(statePortsAtom).write('withdrawUpload', { uploadId });
      return null;
    } catch (error) {
      return error instanceof ApiError ? error.code : 'internal';
    } finally {
      for (const tag of ['ownUploads', 'tracks']) set(invalidateAtom, tag);
    }
  },
);

/** Answers whether the server accepted it; otherwise the caller keeps the text. */
export const appealRejectionAtom = atom(
  null,
  async (get, set, uploadId: string, appeal: string): Promise<boolean> => {
    try {
      const { write } = get(statePortsAtom);
      await write('appealRejection', { uploadId, appeal }, { idempotencyKey: newId() });
      for (const tag of ['ownUploads', 'getDecisions']) set(invalidateAtom, tag);
      return true;
    } catch (error) {
      console.warn('an appeal was not taken', error);
      return false;
    }
  },
);
