// What the tables of one noun store about a person. Each noun describes its own part; `profiles` combines the parts for
// the three operations that touch everything: the export, the erasure, and the merge of a guest into an account.
import { sql } from 'kysely';
import type { PersonExport } from '../contract/personExport.ts';
import type { Db } from './client.ts';
import type { Schema } from './schema.ts';

type TableName = keyof Schema;

/** A part of any noun. */
export interface AnyPersonalPart {
  columns: Readonly<Record<string, readonly string[]>>;
  missed: readonly string[];
  exportOf(db: Db, accountId: string): Promise<object>;
  eraseOf(db: Db, accountId: string, now: number): Promise<string[]>;
  dropDoubles(db: Db, guestId: string, accountId: string): Promise<void>;
}

/** `Table`: tables of the noun with data about a person. `ExportKey`: its keys in the export. */
export interface PersonalPart<Table extends TableName, ExportKey extends keyof PersonExport>
  extends AnyPersonalPart {
  /** Each table with the columns that name a person and change when a guest is merged into an account. */
  columns: { readonly [T in Table]: readonly (keyof Schema[T] & string)[] };
  /** Tables whose rows a guest would miss; their first column names the owner of a row. */
  missed: readonly Table[];
  /** For the person's own export: nothing about others that they cannot see, no hashes, no keys. */
  exportOf(db: Db, accountId: string): Promise<Pick<PersonExport, ExportKey>>;
  /**
   * Deletes the rows that do not go with the account's row, and corrects the counters of others. Returns the files to delete after
   * the commit.
   */
  eraseOf(db: Db, accountId: string, now: number): Promise<string[]>;
  /** Call before a guest's rows become the account's: removes duplicates and reactions to oneself. */
  dropDoubles(db: Db, guestId: string, accountId: string): Promise<void>;
}

/** The default of a part without special rules for erasure and duplicates. */
export const goesWithTheAccount = {
  eraseOf: async (): Promise<string[]> => [],
  dropDoubles: async (): Promise<void> => {},
};

/** Whether the guest has rows of this part that they would miss. */
export async function hasMissedRows(db: Db, part: AnyPersonalPart, guestId: string): Promise<boolean> {
  for (const table of part.missed) {
    const [owner = ''] = part.columns[table] ?? [];
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${sql.ref(owner)} = ${guestId} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Changes the guest to the account in every row of this part. */
export async function renameOwner(
  db: Db,
  part: AnyPersonalPart,
  guestId: string,
  accountId: string,
): Promise<void> {
  for (const [table, columns] of Object.entries(part.columns)) {
    for (const column of columns) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${accountId}
        where ${sql.ref(column)} = ${guestId}`.execute(db);
    }
  }
}
