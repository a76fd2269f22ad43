// Writes blocks. Call inside a transaction.
import { sql } from 'kysely';
import type { BlockKind } from '../contract/blocks.ts';
import type { Db } from '../db/client.ts';
import { noteDecision } from '../db/ledger.ts';
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { exportedBlock } from './present.ts';
import { blocksOf } from './queries.ts';

interface Block {
  accountId: string;
  otherId: string;
  kind: BlockKind;
}

/** A ledger entry concerns both accounts in this direction. `kind` null: no block. */
const note = (db: Db, { accountId, otherId }: Omit<Block, 'kind'>, kind: BlockKind | null, now: number) =>
  noteDecision(db, 'personHidden', `${accountId} ${otherId}`, { accountId, otherId, kind }, now);

/** Both accounts must exist and differ. Notes it in the ledger for restores. */
export async function putBlock(db: Db, block: Block, now: number): Promise<void> {
  await repeatBlock(db, block, now);
  await note(db, block, block.kind, now);
}

/** For replaying the ledger: writes no ledger entry. */
export async function repeatBlock(db: Db, { accountId, otherId, kind }: Block, now: number): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ account_id: accountId, other_id: otherId, kind, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'other_id']).doUpdateSet({ kind }))
    .execute();
}

/** Notes it in the ledger for restores, unless nothing changed: the ledger keeps each row for ever. */
export async function removeBlock(db: Db, accountId: string, otherId: string, now: number): Promise<void> {
  if (await repeatShowing(db, accountId, otherId)) await note(db, { accountId, otherId }, null, now);
}

/** For replaying the ledger: writes no ledger entry. Whether the person was hidden. */
export async function repeatShowing(db: Db, accountId: string, otherId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blocks')
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Before merging a guest: removes blocks of themselves, and duplicates. */
async function dropDoubleBlocks(db: Db, guest: string, account: string): Promise<void> {
  const statements = [
    sql`delete from blocks where account_id = ${guest} and other_id = ${account}
      or account_id = ${account} and other_id = ${guest}`,
    sql`delete from blocks where account_id = ${guest}
      and other_id in (select other_id from blocks where account_id = ${account})`,
    sql`delete from blocks where other_id = ${guest}
      and account_id in (select account_id from blocks where other_id = ${account})`,
  ];
  for (const statement of statements) await statement.execute(db);
}

export const personalBlocks: PersonalPart<'blocks', 'hiddenPeople'> = {
  ...goesWithTheAccount,
  columns: { blocks: ['account_id', 'other_id'] },
  missed: ['blocks'],
  exportOf: async (db, id) => ({ hiddenPeople: (await blocksOf(db, id)).map(exportedBlock) }),
  dropDoubles: dropDoubleBlocks,
};
