// A track that the server has not published: without plays, likes or measurements.
import type { TrackView } from '../../api/contract/tracks.ts';

export const newTrack = (
  known: Partial<TrackView> & Pick<TrackView, 'id' | 'title' | 'url' | 'user' | 'createdAt'>,
): TrackView => ({
  description: '',
  duration: 0,
  mimeType: 'audio/mpeg',
  fileSize: 0,
  userId: known.user.id,
  gender: null,
  tags: [],
  status: 'active',
  plays: 0,
  likes: 0,
  commentsCount: 0,
  allowComments: true,
  hasTranscript: false,
  isLiked: false,
  isBookmarked: false,
  soundUpdatedAt: null,
  cover: '',
  lufs: null,
  envelope: null,
  small: null,
  ...known,
});
