// What waits for review: uploads, and changes of what is published.
import type { ActionContext, Viewer } from '../action.ts';
import { RETENTION } from '../contract/retention.ts';
import type { Db } from '../db/client.ts';
import type { ReadPool } from '../db/reads.ts';
import { type EditRow, pendingEdits, undoneEdits } from '../tracks/store.ts';
import { queueOf } from './policy.ts';
import {
  type PendingRow,
  pendingUploads,
  pendingUploadsById,
  type UploadRow,
  undoneUploads,
  type WaitingStamp,
  waitingStamps,
} from './queries.ts';

export interface Waiting {
  uploads: PendingRow[];
  edits: EditRow[];
}

/** How long the owner can read the reason of a rejection: as long as the upload is stored. */
const TOLD_MS = RETENTION.decidedUploadsDays * 24 * 3600 * 1000;

/** One account's that are not heard: they wait, or were refused a while ago. */
export interface Undone {
  uploads: UploadRow[];
  edits: EditRow[];
}

export async function undoneOf(db: Db, accountId: string, now: number): Promise<Undone> {
  const since = now - TOLD_MS;
  return {
    uploads: await undoneUploads(db, accountId, since),
    edits: await undoneEdits(db, accountId, since),
  };
}

/** The viewer's own, or everybody's for a moderator. */
export async function waitingFor(
  { db, deps }: Pick<ActionContext, 'db' | 'deps'>,
  viewer: Viewer,
): Promise<Waiting> {
  const owner = queueOf(viewer);
  const uploads = owner === null ? keptQueueOf(deps.readers).rows(db) : pendingUploads(db, owner);
  return { uploads: await uploads, edits: await pendingEdits(db, owner) };
}

type Stamped = Pick<PendingRow, 'version' | 'account_id' | 'username' | 'preview_json'>;

const isAsStamped = (row: Stamped, stamp: WaitingStamp): boolean =>
  row.version === stamp.version &&
  row.account_id === stamp.account_id &&
  row.username === stamp.username &&
  (row.preview_json?.length ?? null) === stamp.preview_length;

interface KeptQueue {
  /** Everybody's waiting uploads, oldest first. A row that has not changed is the same object each time. */
  rows(db: Db): Promise<PendingRow[]>;
}

function createKeptQueue(): KeptQueue {
  let kept = new Map<string, PendingRow>();
  return {
    async rows(db) {
      const stamps = await waitingStamps(db);
      const known = kept;
      const asStamped = (stamp: WaitingStamp): PendingRow[] => {
        const row = known.get(stamp.id);
        return row && isAsStamped(row, stamp) ? [row] : [];
      };
      const changed = stamps.filter((stamp) => asStamped(stamp).length === 0).map(({ id }) => id);
      const read = changed.length === 0 ? [] : await pendingUploadsById(db, changed);
      const anew = new Map(read.map((row) => [row.id, row]));
      // One that was decided meanwhile waits no more.
      const rows = stamps.flatMap((stamp) => anew.get(stamp.id) ?? asStamped(stamp));
      kept = new Map(rows.map((row) => [row.id, row]));
      return rows;
    },
  };
}

const queues = new WeakMap<ReadPool, KeptQueue>();

/** Of the house that is read so: one for as long as it is open. */
function keptQueueOf(readers: ReadPool): KeptQueue {
  const known = queues.get(readers) ?? createKeptQueue();
  queues.set(readers, known);
  return known;
}
