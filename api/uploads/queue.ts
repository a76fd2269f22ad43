// Pending uploads and edits. Rows of uploads are cached between requests: moderators poll the queue, and few rows change.
import type { ActionContext, Viewer } from '../action.ts';
import { RETENTION } from '../contract/retention.ts';
import type { Db } from '../db/client.ts';
import type { ReadPool } from '../db/reads.ts';
import { type EditRow, pendingEdits, undoneEdits } from '../tracks/editQueries.ts';
import { queueOf } from './policy.ts';
import {
  type PendingRow,
  pendingUploads,
  pendingUploadsById,
  type UndoneUpload,
  undoneUploads,
  type WaitingStamp,
  waitingStamps,
} from './queries.ts';

export interface Waiting {
  uploads: PendingRow[];
  edits: EditRow[];
}

/** How long the owner can read the reason of a rejection: as long as the upload is stored. */
const REASON_SHOWN_MS = RETENTION.decidedUploadsDays * 24 * 3600 * 1000;

/** Pending and recently rejected uploads of one account. */
export interface Undone {
  uploads: UndoneUpload[];
  edits: EditRow[];
}

export async function undoneOf(db: Db, accountId: string, now: number): Promise<Undone> {
  const since = now - REASON_SHOWN_MS;
  return {
    uploads: await undoneUploads(db, accountId, since),
    edits: await undoneEdits(db, accountId, since),
  };
}

/** The viewer's own, or all for a moderator. */
export async function waitingFor(
  { db, deps }: Pick<ActionContext, 'db' | 'deps'>,
  viewer: Viewer,
): Promise<Waiting> {
  const owner = queueOf(viewer);
  const uploads = owner === null ? queueCacheOf(deps.readers).rows(db) : pendingUploads(db, owner);
  return { uploads: await uploads, edits: await pendingEdits(db, owner) };
}

type Stamped = Pick<PendingRow, 'version' | 'account_id' | 'username' | 'preview_json'>;

const isAsStamped = (row: Stamped, stamp: WaitingStamp): boolean =>
  row.version === stamp.version &&
  row.account_id === stamp.account_id &&
  row.username === stamp.username &&
  (row.preview_json?.length ?? null) === stamp.preview_length;

interface QueueCache {
  /** All pending uploads, oldest first. An unchanged row is the same object each time. */
  rows(db: Db): Promise<PendingRow[]>;
}

function createQueueCache(): QueueCache {
  let cached = new Map<string, PendingRow>();
  return {
    async rows(db) {
      const stamps = await waitingStamps(db);
      const known = cached;
      const asStamped = (stamp: WaitingStamp): PendingRow[] => {
        const row = known.get(stamp.id);
        return row && isAsStamped(row, stamp) ? [row] : [];
      };
      const changed = stamps.filter((stamp) => asStamped(stamp).length === 0).map(({ id }) => id);
      const read = changed.length === 0 ? [] : await pendingUploadsById(db, changed);
      const fresh = new Map(read.map((row) => [row.id, row]));
      // Skips uploads decided meanwhile.
      const rows = stamps.flatMap((stamp) => fresh.get(stamp.id) ?? asStamped(stamp));
      cached = new Map(rows.map((row) => [row.id, row]));
      return rows;
    },
  };
}

const queues = new WeakMap<ReadPool, QueueCache>();

/** One cache per open database. */
function queueCacheOf(readers: ReadPool): QueueCache {
  const known = queues.get(readers) ?? createQueueCache();
  queues.set(readers, known);
  return known;
}
