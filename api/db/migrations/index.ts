// The migrations in order; a name once released never changes. PostgreSQL came after 0026: there 0001 makes what all of them
// come to, and the others up to 0026 have nothing to do. From 0027 on a file holds both dialects.
import type { Kysely, Migration } from 'kysely';
import { isPostgres } from '../dialect.ts';
import * as first from './0001-first.ts';
import * as events from './0002-events.ts';
import * as transfers from './0003-transfers.ts';
import * as trackEdits from './0004-track-edits.ts';
import * as searchRows from './0005-search-rows.ts';
import * as uploadKeys from './0006-upload-keys.ts';
import * as newsOfComments from './0007-news-of-comments.ts';
import * as ledger from './0008-ledger.ts';
import * as searchPrefixes from './0009-search-prefixes.ts';
import * as idempotencyKeys from './0010-idempotency-keys.ts';
import * as rankingTies from './0011-ranking-ties.ts';
import * as receipts from './0012-receipts.ts';
import * as envelopes from './0013-envelopes.ts';
import * as search from './0014-search.ts';
import * as transcripts from './0015-transcripts.ts';
import * as newsOfTracks from './0016-news-of-tracks.ts';
import * as profiles from './0017-profiles.ts';
import * as reports from './0020-reports.ts';
import * as ownLife from './0022-own-life.ts';
import * as reviewWork from './0023-review-work.ts';
import * as previews from './0024-previews.ts';
import * as moderationTables from './0025-moderation-tables.ts';
import * as tallies from './0026-tallies.ts';
import * as people from './0027-people.ts';
import * as jobs from './0028-jobs.ts';
import * as largeHouses from './0030-large-houses.ts';
import * as reviewTimes from './0031-review-times.ts';
import * as whoWasTold from './0032-who-was-told.ts';
import * as wordsOnce from './0033-words-once.ts';
import * as foundAtOnce from './0034-found-at-once.ts';
import * as commentsAtOnce from './0035-comments-at-once.ts';
import * as piecesOnPostgres from './0036-pieces-on-postgres.ts';
import * as postings from './0037-postings.ts';
import * as wordsOfComments from './0038-words-of-comments.ts';
import * as numbersInOrders from './0039-numbers-in-orders.ts';
import * as wordsExpected from './0040-words-expected.ts';
import * as peopleFound from './0041-people-found.ts';
import * as budgetsOfAddresses from './0045-budgets-of-addresses.ts';
import * as unlinkedPlays from './0046-unlinked-plays.ts';
import * as commentsByPerson from './0048-comments-by-person.ts';
import * as postgres from './postgres/index.ts';

/** SQLite's own way to the schema of 0026. */
const ofSqlite: Record<string, Migration> = {
  '0001-first': first,
  '0002-events': events,
  '0003-transfers': transfers,
  '0004-track-edits': trackEdits,
  '0005-search-rows': searchRows,
  '0006-upload-keys': uploadKeys,
  '0007-news-of-comments': newsOfComments,
  '0008-ledger': ledger,
  '0009-search-prefixes': searchPrefixes,
  '0010-idempotency-keys': idempotencyKeys,
  '0011-ranking-ties': rankingTies,
  '0012-receipts': receipts,
  '0013-envelopes': envelopes,
  '0014-search': search,
  '0015-transcripts': transcripts,
  '0016-news-of-tracks': newsOfTracks,
  '0017-profiles': profiles,
  '0020-reports': reports,
  '0022-own-life': ownLife,
  '0023-review-work': reviewWork,
  '0024-previews': previews,
  '0025-moderation-tables': moderationTables,
  '0026-tallies': tallies,
};

const before = Object.entries(ofSqlite).map(([name, { up }]): [string, Migration] => [
  name,
  {
    up: async (db: Kysely<unknown>) => {
      if (!isPostgres(db)) await up(db);
      else if (name === '0001-first') await postgres.up(db);
    },
  },
]);

export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(before),
  '0027-people': people,
  '0028-jobs': jobs,
  '0030-large-houses': largeHouses,
  '0031-review-times': reviewTimes,
  '0032-who-was-told': whoWasTold,
  '0033-words-once': wordsOnce,
  '0034-found-at-once': foundAtOnce,
  '0035-comments-at-once': commentsAtOnce,
  '0036-pieces-on-postgres': piecesOnPostgres,
  '0037-postings': postings,
  '0038-words-of-comments': wordsOfComments,
  '0039-numbers-in-orders': numbersInOrders,
  '0040-words-expected': wordsExpected,
  '0041-people-found': peopleFound,
  '0045-budgets-of-addresses': budgetsOfAddresses,
  '0046-unlinked-plays': unlinkedPlays,
  '0048-comments-by-person': commentsByPerson,
};
