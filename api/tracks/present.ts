// What leaves of a track: explicit fields, nothing else.
import type { TrackView } from '../contract/tracks.ts';
import { stringList } from '../db/json.ts';
import type { TrackRow } from './queries.ts';

export const audioUrl = (file: string) => `/audio/${file}`;

export function presentTrack(row: TrackRow): TrackView {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    duration: row.duration,
    url: audioUrl(row.file),
    mimeType: row.mime_type,
    fileSize: row.size,
    user: { id: row.account_id, username: row.username },
    userId: row.account_id,
    gender: row.gender,
    tags: stringList(row.tags_json),
    status: 'active',
    plays: row.plays,
    likes: row.likes,
    commentsCount: row.comments_count,
    isLiked: Boolean(row.is_liked),
    isBookmarked: Boolean(row.is_bookmarked),
    createdAt: new Date(row.created_at).toISOString(),
    face: row.face,
    lufs: row.lufs,
  };
}
