// A page of tracks: the ones whose words begin as asked, then those that have them inside; or what comes near.
import type { TracksQuery } from '../contract/actions.ts';
import { TRACKS_MAX_COUNT } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { writeCursor } from '../db/cursor.ts';
import { fold } from './lexemes.ts';
import { wordsOf } from './matching.ts';
import { orderOf, selectPage } from './pageQueries.ts';
import type { TrackRow } from './queries.ts';
import { isFew, type Reach } from './searchQueries.ts';
import { isNearText } from './typos.ts';

interface TrackPage<Row extends TrackRow = TrackRow> {
  rows: Row[];
  nextCursor: string | null;
}

/** Before the cursor of tracks that have a word inside another; the alphabet of cursors has no full stop. */
const INSIDE = 'inside.';
/** So many of the newest that come into question are compared with what was typed. */
const SIMILAR_AMONG = 100;

/**
 * People are named by their id. Throws `invalid_body` for an unknown category, gender or cursor, and for too many tags.
 * Without words, tags or a person a page costs the same anywhere in the list; words and tags walk the list of their order
 * and look each track up among what they found, a tenth of a second at most over 50,000 tracks; few are fetched and
 * sorted. Tracks that have a word inside another follow the last one with a word that begins so.
 */
export async function pageOfTracks(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
): Promise<TrackPage> {
  const limit = Math.min(Number(query.limit ?? TRACKS_MAX_COUNT), TRACKS_MAX_COUNT);
  const words = wordsOf(query.query ?? '');
  const read = (reach: Reach, cursor: string | undefined, count: number) =>
    readPage(db, viewerId, { ...query, cursor }, now, { words, reach, count });
  if (words.length === 0) return query.query?.trim() ? NOTHING : read('beginning', query.cursor, limit);
  if (query.similar) {
    const { rows } = await read('similar', undefined, SIMILAR_AMONG);
    const near = rows.filter((row) => isNearText(words, shortTextsOf(row)));
    return { rows: near.slice(0, limit), nextCursor: null };
  }
  const isInside = query.cursor?.startsWith(INSIDE) ?? false;
  const first = isInside ? NOTHING : await read('beginning', query.cursor, limit);
  if (first.nextCursor !== null) return first;
  const after = isInside ? query.cursor?.slice(INSIDE.length) : undefined;
  const second = await read('inside', after, limit - first.rows.length);
  return {
    rows: [...first.rows, ...second.rows],
    nextCursor: second.nextCursor === null ? null : INSIDE + second.nextCursor,
  };
}

const NOTHING: TrackPage<never> = { rows: [], nextCursor: null };

type PageRow = TrackRow & { shows_profile: 0 | 1 };

/** The short texts of a track; whoever hides the profile is not among what it is found by. */
const shortTextsOf = ({ title, tags_json, username, shows_profile }: PageRow): string =>
  `${title} ${tags_json} ${shows_profile ? username : ''}`;

/**
 * The index knows every track by its person's name, too: of somebody who hides the profile a track is found where its own
 * words say enough, so that nobody gathers their recordings by name.
 */
function withoutHiddenNames(rows: PageRow[], viewerId: string | null, words: readonly string[]): PageRow[] {
  const isFoundByItself = ({ title, description, tags_json }: PageRow) => {
    const text = fold(`${title} ${description} ${tags_json}`);
    return words.every((word) => text.includes(fold(word)));
  };
  return rows.filter((row) => row.shows_profile || row.account_id === viewerId || isFoundByItself(row));
}

/** At most `count` rows, fewer where a page holds what nobody may find so. An empty cursor: there are rows, and none was asked for. */
async function readPage(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
  { words, reach, count }: { words: readonly string[]; reach: Reach; count: number },
): Promise<TrackPage<PageRow>> {
  const few = words.length > 0 && (await isFew(db, words, reach));
  if (few === 'none') return NOTHING;
  const rows = await selectPage(db, viewerId, query, now, { words, reach, few })
    .limit(count + 1)
    .execute();
  const read = rows.slice(0, count);
  const last = read.at(-1);
  // Where errors are forgiven the words are compared one by one.
  const page = reach === 'similar' ? read : withoutHiddenNames(read, viewerId, words);
  if (rows.length <= count) return { rows: page, nextCursor: null };
  if (!last) return { rows: page, nextCursor: '' };
  const { by, tie } = orderOf(query);
  const place = { value: query.likedBy ? (last.liked_at ?? 0) : last[by], id: last.id };
  return { rows: page, nextCursor: writeCursor(tie ? { ...place, tie: last[tie] } : place) };
}
