// What a comment says, the name of who wrote it and the title of what it is about stand together under three-letter pieces, in
// the order in which comments came: a page of those that hold a text is read from one index, however many
// there are. SQLite alone has this; PostgreSQL looks for names and titles in their own indexes.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

const TEXTS = 'content, username, title';
/** The texts of some comments as they are now. */
const renew = (docs: string) => `update comments_fts_inside set (${TEXTS}) =
    (select ${TEXTS} from comment_texts where doc = comments_fts_inside.rowid) where rowid in (${docs});`;
const docsWhere = (condition: string) =>
  `select doc from comments join comment_docs on comment_id = comments.id where ${condition}`;

const statements = [
  ...['added', 'changed', 'gone'].map((name) => `drop trigger comment_docs_${name}`),
  `drop table comments_fts_inside`,
  `drop view comment_texts`,
  `create view comment_texts as
    select doc, content, username, title from comment_docs join comments on comments.id = comment_id
      join accounts on accounts.id = comments.account_id join tracks on tracks.id = comments.track_id`,
  `create virtual table comments_fts_inside using fts5(
    ${TEXTS}, columnsize = 0, tokenize = 'trigram remove_diacritics 1'
  )`,
  `insert into comments_fts_inside(comments_fts_inside, rank) values ('secure-delete', 1)`,
  `insert into comments_fts_inside(rowid, ${TEXTS}) select doc, ${TEXTS} from comment_texts order by doc`,
  `create trigger comment_docs_added after insert on comments begin
    insert into comment_docs(comment_id) values (new.id);
    insert into comments_fts_inside(rowid, ${TEXTS})
      select doc, ${TEXTS} from comment_texts where doc = (select doc from comment_docs where comment_id = new.id);
  end`,
  `create trigger comment_docs_changed after update of content, account_id, track_id on comments begin
    ${renew('select doc from comment_docs where comment_id = new.id')}
  end`,
  `create trigger comment_docs_gone after delete on comments begin
    delete from comments_fts_inside where rowid = (select doc from comment_docs where comment_id = old.id);
    delete from comment_docs where comment_id = old.id;
  end`,
  `create trigger comment_docs_renamed after update of username on accounts when old.username is not new.username begin
    ${renew(docsWhere('account_id = new.id'))}
  end`,
  `create trigger comment_docs_titled after update of title on tracks when old.title is not new.title begin
    ${renew(docsWhere('track_id = new.id'))}
  end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) return;
  for (const statement of statements) await sql.raw(statement).execute(db);
}
