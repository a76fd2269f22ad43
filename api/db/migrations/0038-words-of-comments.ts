// Which comments have a word, in the order in which they came: the words of what they say, of their authors' names and of their
// recordings' titles once, under three-letter pieces, and for each of them the numbers of its comments. A rare word is looked for
// among the words; each of its pieces is in a hundred thousand comments. A word is what stands between signs and blanks
// of ASCII, which no locale knows otherwise; shorter ones than a piece are left out. On PostgreSQL the audit log's texts stand folded
// beside it: to fold one costs 10 us, for each row that is looked at.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { trigger } from './postgres/triggers.ts';

const TEXTS = 'content, username, title';

/** Controls and signs of ASCII but for the blank, which stands for all of them. */
const SIGNS = Array.from({ length: 127 }, (_, at) => at + 1).filter(
  (code) => code !== 32 && !/[0-9A-Za-z]/.test(String.fromCharCode(code)),
);
const blanked = SIGNS.reduce(
  (text, code) => `replace(${text}, char(${code}), ' ')`,
  `lower(content || ' ' || username || ' ' || title)`,
);
const listed = `json_each('["' || replace(${blanked}, ' ', '","') || '"]')`;

const ofDocs = (docs: string) => `where doc in (${docs})`;
/** Takes comments off the lists of their words; nor does a word stay that no comment has any more. */
const take = (docs: string) => `delete from comment_postings where (word, doc) in (
    select number, doc from comment_tokens join comment_words using (word) ${ofDocs(docs)});
  delete from comment_words where word in (select word from comment_tokens ${ofDocs(docs)})
    and not exists (select 1 from comment_postings where comment_postings.word = comment_words.number);`;
const put = (docs: string) => `insert into comment_words(word)
    select word from comment_tokens ${ofDocs(docs)} on conflict (word) do nothing;
  insert into comment_postings(word, doc)
    select distinct number, doc from comment_tokens join comment_words using (word) ${ofDocs(docs)};`;
/** The texts of some comments as they are now. */
const renew = (docs: string) => `${take(docs)}
  update comments_fts_inside set (${TEXTS}) =
    (select ${TEXTS} from comment_texts where doc = comments_fts_inside.rowid) where rowid in (${docs});
  ${put(docs)}`;
const docOf = (row: string) => `select doc from comment_docs where comment_id = ${row}.id`;
const docsWhere = (condition: string) =>
  `select doc from comments join comment_docs on comment_id = comments.id where ${condition}`;

const onSqlite = [
  ...['added', 'changed', 'gone', 'renamed', 'titled'].map((name) => `drop trigger comment_docs_${name}`),
  `create table comment_words (number integer primary key, word text not null unique) strict`,
  `create table comment_postings (
    word integer not null, doc integer not null, primary key (word, doc)
  ) strict, without rowid`,
  `create virtual table comment_words_inside using fts5(
    word, content = 'comment_words', content_rowid = 'number', columnsize = 0,
    tokenize = 'trigram remove_diacritics 1'
  )`,
  `insert into comment_words_inside(comment_words_inside, rank) values ('secure-delete', 1)`,
  `create view comment_tokens as select texts.rowid as doc, each.value as word
    from comments_fts_inside as texts, ${listed} as each where length(each.value) >= 3`,
  `insert into comment_words(word) select distinct word from comment_tokens order by word`,
  `insert into comment_postings(word, doc)
    select distinct number, doc from comment_tokens join comment_words using (word) order by 1, 2`,
  `insert into comment_words_inside(rowid, word) select number, word from comment_words`,
  `create trigger comment_words_added after insert on comment_words begin
    insert into comment_words_inside(rowid, word) values (new.number, new.word);
  end`,
  `create trigger comment_words_gone after delete on comment_words begin
    insert into comment_words_inside(comment_words_inside, rowid, word) values ('delete', old.number, old.word);
  end`,
  `create trigger comment_docs_added after insert on comments begin
    insert into comment_docs(comment_id) values (new.id);
    insert into comments_fts_inside(rowid, ${TEXTS})
      select doc, ${TEXTS} from comment_texts where doc = (${docOf('new')});
    ${put(docOf('new'))}
  end`,
  `create trigger comment_docs_changed after update of content, account_id, track_id on comments begin
    ${renew(docOf('new'))}
  end`,
  `create trigger comment_docs_gone after delete on comments begin
    ${take(docOf('old'))}
    delete from comments_fts_inside where rowid = (${docOf('old')});
    delete from comment_docs where comment_id = old.id;
  end`,
  `create trigger comment_docs_renamed after update of username on accounts when old.username is not new.username begin
    ${renew(docsWhere('account_id = new.id'))}
  end`,
  `create trigger comment_docs_titled after update of title on tracks when old.title is not new.title begin
    ${renew(docsWhere('track_id = new.id'))}
  end`,
];

/**
 * Each once. Of a word longer than an index takes, parts that overlap by 128 letters: what is looked for is shorter and stands in
 * one of them.
 */
const IN_TEXT = `create function comment_words_in(text) returns setof text language sql immutable as $$
  select distinct substr(word, first, 256)
    from regexp_split_to_table($1, '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007f]+') as word
    cross join generate_series(1, greatest(1, length(word) - 128), 128) as first where length(word) >= 3 $$`;
const wordsOf = (rows: string) => `${rows}, lateral (
    select word collate "C" as word from comment_words_in(inside) as word) as found`;
/** `rows`: those that are new, with `doc` and `inside`. */
const add = (rows: string) => `insert into comment_words(word)
    select distinct found.word from ${wordsOf(rows)}
    where not exists (select 1 from comment_words where comment_words.word = found.word) order by 1
    on conflict (word) do nothing;
  insert into comment_postings(word, doc)
    select number, doc from ${wordsOf(rows)} join comment_words on comment_words.word = found.word;`;
const OLD = `select word collate "C" from comment_words_in(old.inside) as word`;
const drop = `delete from comment_postings where doc = old.doc
    and word in (select number from comment_words where word in (${OLD}));`;
const forget = `delete from comment_words where word in (${OLD})
    and not exists (select 1 from comment_postings where comment_postings.word = comment_words.number);`;

const onPostgres = [
  IN_TEXT,
  `create table comment_words (
    number integer generated by default as identity primary key, word text collate "C" not null unique
  )`,
  `create table comment_postings (word integer not null, doc integer not null)`,
  // A million texts are cut once, not for each of the two.
  `create temporary table words_there as
    select doc::integer as doc, found.word from ${wordsOf('comment_docs')}`,
  `insert into comment_words(word) select distinct word from words_there order by word`,
  `insert into comment_postings(word, doc)
    select number, doc from words_there join comment_words using (word) order by number, doc`,
  `drop table words_there`,
  `alter table comment_postings add primary key (word, doc)`,
  `create index comment_words_inside on comment_words using gin (word gin_trgm_ops)`,
  // All rows of a statement at once: a move makes many with each.
  `create function comment_docs_posted() returns trigger language plpgsql as $$ begin ${add('added')} return null; end $$`,
  `create trigger comment_docs_posted after insert on comment_docs referencing new table as added
    for each statement execute function comment_docs_posted()`,
  ...trigger(
    'comment_docs_reposted',
    'after update of inside on comment_docs',
    `${drop} ${add('(select new.doc, new.inside) as changed')} ${forget}`,
    'old.inside is distinct from new.inside',
  ),
  ...trigger('comment_docs_unposted', 'after delete on comment_docs', `${drop} ${forget}`),
];

const audit = (row: string) =>
  `folded(${['action', 'target_type', 'target_id', 'detail_json'].map((name) => `${row}.${name}`).join(` || E'\\n' || `)})`;
const auditOnPostgres = [
  `create table audit_docs (position bigint primary key, inside text collate "C" not null)`,
  `insert into audit_docs(position, inside) select position, ${audit('audit_log')} from audit_log`,
  `create index audit_docs_inside on audit_docs using gin (inside gin_trgm_ops)`,
  `drop index audit_log_inside`,
  ...trigger(
    'audit_log_searched',
    'after insert on audit_log',
    `insert into audit_docs(position, inside) values (new.position, ${audit('new')});`,
  ),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? [...onPostgres, ...auditOnPostgres] : onSqlite)
    await sql.raw(statement).execute(db);
}
