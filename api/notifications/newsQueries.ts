// Parts of queries over the columns that notifications and activities have in common.
import { type RawBuilder, sql } from 'kysely';
import type { Cursor } from '../db/cursor.ts';
import type { ChosenNews } from './page.ts';

type NewsTable = 'notifications' | 'activities';

/** Rows that come after this one when the newest come first. */
export const isAfter = (table: NewsTable, { value, id }: Cursor): RawBuilder<boolean> =>
  sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${value}, ${id})`;

export const isChosen = (chosen: ChosenNews): RawBuilder<boolean> =>
  'ids' in chosen ? sql`id in (${sql.join(chosen.ids)})` : sql`created_at <= ${chosen.until}`;
