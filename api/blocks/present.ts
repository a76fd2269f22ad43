// Presents a block to the account that set it.
import type { HiddenPersonView } from '../contract/blocks.ts';
import { instant } from '../db/instant.ts';
import type { BlockRow } from './queries.ts';

export const presentHiddenPerson = (row: BlockRow): HiddenPersonView => ({
  id: row.other_id,
  username: row.username,
  kind: row.kind,
  since: instant(row.created_at),
});

/** For the data export. */
export const exportedBlock = (row: BlockRow) => ({
  personId: row.other_id,
  kind: row.kind,
  createdAt: instant(row.created_at),
});
