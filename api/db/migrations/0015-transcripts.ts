// What is said in a recording, written down by its owner, and whether others may comment on it. The transcript stands
// last: a list that does not ask for it reads none of its pages.
import { type Kysely, sql } from 'kysely';

const statements = ['tracks', 'uploads'].flatMap((table) => [
  `alter table ${table} add column allow_comments integer not null default 1`,
  `alter table ${table} add column transcript text not null default ''`,
]);

/** Changes of words know the words that there are. */
const withTranscript = (column: string) =>
  `update track_edits set ${column} = json_set(${column}, '$.transcript', '')`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...statements, withTranscript('before_json'), withTranscript('after_json')])
    await sql.raw(statement).execute(db);
}
