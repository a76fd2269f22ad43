// Presents table rows to moderators; e-mail addresses and the audit log only to admins.

import type {
  AuditCheckView,
  AuditTableRow,
  CommentTableRow,
  OverviewView,
  TrackTableRow,
  UserTableRow,
} from '../contract/overview.ts';
import type { Role } from '../contract/roles.ts';
import type { AuditCheck } from '../db/auditLog.ts';
import { instant } from '../db/instant.ts';
import { stringList } from '../db/json.ts';
import { audioUrl } from '../tracks/present.ts';
import type { Counts } from './countQueries.ts';
import type { auditTable, commentTable, trackTable, userTable } from './tableQueries.ts';

/** A row of a table. */
type RowOf<Read extends (...of: never[]) => Promise<{ rows: unknown[] }>> = Awaited<
  ReturnType<Read>
>['rows'][number];

export const presentCounts = (counts: Counts): OverviewView => ({ ...counts });

export const presentTrackRow = (row: RowOf<typeof trackTable>): TrackTableRow => ({
  id: row.id,
  title: row.title,
  user: { id: row.account_id, username: row.username },
  duration: row.duration,
  fileSize: row.size,
  likes: row.likes,
  commentsCount: row.comments_count,
  plays: row.plays,
  gender: row.gender,
  tags: stringList(row.tags_json),
  status: 'active',
  createdAt: instant(row.created_at),
  url: audioUrl(row.file),
  cover: row.cover,
});

export const presentUserRow = (row: RowOf<typeof userTable>, address: boolean): UserTableRow => ({
  id: row.id,
  username: row.username,
  email: address ? row.email : null,
  role: row.role as Role,
  hasPassword: row.has_password === 1,
  totalUploads: row.total_uploads,
  totalLikes: row.total_likes,
  isVerified: row.is_verified === 1,
  createdAt: instant(row.created_at),
});

export const presentCommentRow = (row: RowOf<typeof commentTable>): CommentTableRow => ({
  id: row.id,
  content: row.content,
  user: { id: row.account_id, username: row.username },
  trackId: row.track_id,
  trackTitle: row.track_title,
  createdAt: instant(row.created_at),
  likeCount: row.likes,
});

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Hashes of the rows before and after are not shown; they serve later investigations of the database. */
const HASHES = ['beforeHash', 'afterHash'];

type AuditRow = RowOf<typeof auditTable>;

const detailOf = (row: Pick<AuditRow, 'detail_json'>) =>
  JSON.parse(row.detail_json) as Record<string, unknown>;

/** The account that owns the target of an entry; null if the entry names none. */
export function ownerOfEntry(row: Pick<AuditRow, 'detail_json'>): string | null {
  const { ownerId } = detailOf(row);
  return typeof ownerId === 'string' ? ownerId : null;
}

/** `names` holds the owners of all rows. */
export const presentAuditRow = (row: AuditRow, names: ReadonlyMap<string, string>): AuditTableRow => ({
  id: String(row.position),
  position: row.position,
  at: instant(row.at),
  actorId: row.actor_id,
  actorName: row.username,
  action: row.action,
  targetType: row.target_type,
  targetId: row.target_id,
  targetName: row.target_name || null,
  ownerName: names.get(ownerOfEntry(row) ?? '') ?? null,
  detail: Object.entries(detailOf(row))
    .filter(([name, value]) => !HASHES.includes(name) && value !== null)
    .map(([name, value]) => ({ name, value: valueText(value) })),
  hash: row.hash,
});

export const presentAuditCheck = (check: AuditCheck): AuditCheckView => ({ ...check });
