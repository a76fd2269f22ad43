// How many heard tracks have each tag, counted by triggers in the transaction of the deed: the tag cloud's next page
// costs the same anywhere. The performer category is asked for by `gender` and is not counted.
// And three-letter pieces of titles, tags and names (https://www.sqlite.org/fts5.html#the_trigram_tokenizer), for words
// inside words. The words themselves stay in `tracks_fts`, this index reads them there.
import { type Kysely, sql } from 'kysely';

const CATEGORIES = `('female', 'male', 'couple', 'diverse', 'mixed')`;
const isHeard = (row: string) =>
  `exists (select 1 from tracks where id = ${row}.track_id and status = 'active')`;
const oneLess = (tags: string) => `
    update tag_uses set uses = uses - 1 where tag in (${tags});
    delete from tag_uses where tag in (${tags}) and uses <= 0;`;
const oneMore = (tags: string) => `
    insert into tag_uses(tag, uses) select tag, 1 from (${tags}) where tag not in ${CATEGORIES}
      on conflict(tag) do update set uses = uses + 1;`;
const OF_TRACK = `select tag from track_tags where track_id = new.id`;

const statements = [
  `create table tag_uses (
    tag text primary key, uses integer not null, rank integer generated always as (-uses) virtual
  ) strict, without rowid`,
  `create index tag_uses_rank on tag_uses(rank, tag)`,
  `insert into tag_uses(tag, uses)
    select tag, count(*) from track_tags join tracks on tracks.id = track_tags.track_id
    where tracks.status = 'active' and tag not in ${CATEGORIES} group by tag`,
  `create trigger tag_uses_added after insert on track_tags when ${isHeard('new')} begin
    ${oneMore('select new.tag as tag')}
  end`,
  `create trigger tag_uses_removed after delete on track_tags when ${isHeard('old')} begin
    ${oneLess('old.tag')}
  end`,
  `create trigger tag_uses_hidden after update of status on tracks
    when old.status = 'active' and new.status <> 'active' begin ${oneLess(OF_TRACK)} end`,
  `create trigger tag_uses_shown after update of status on tracks
    when old.status <> 'active' and new.status = 'active' begin ${oneMore(OF_TRACK)} end`,
  // Before the track is gone, or nobody could tell whether it was heard.
  `create trigger tag_uses_track_gone before delete on tracks begin
    delete from track_tags where track_id = old.id;
  end`,

  `create virtual table tracks_fts_inside using fts5(
    title, tags, username, content = 'tracks_fts', content_rowid = 'rowid', columnsize = 0,
    tokenize = 'trigram remove_diacritics 1'
  )`,
  `insert into tracks_fts_inside(tracks_fts_inside, rank) values ('secure-delete', 1)`,
  `insert into tracks_fts_inside(rowid, title, tags, username) select rowid, title, tags, username from tracks_fts`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
