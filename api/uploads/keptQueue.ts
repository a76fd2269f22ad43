// Rows of the queue, kept between questions: moderators look at it often, and of two hundred rows one has changed. What is shown
// of a waiting upload changes with its version, with whose it is, and with its preview: JSON in ASCII, made of a file that stays
// as it is; another engine's of the same length would be seen with the next change.
import type { Db } from '../db/client.ts';
import type { ReadPool } from '../db/readPool.ts';
import { type PendingRow, pendingUploadsById, type WaitingStamp, waitingStamps } from './queries.ts';

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
export function keptQueueOf(readers: ReadPool): KeptQueue {
  const known = queues.get(readers) ?? createKeptQueue();
  queues.set(readers, known);
  return known;
}
