// The moderators' tables: their rows, filters, sorts, and the texts they are searched in. A search reads the newest 1,001 matches and
// sorts those.
import { type RawBuilder, sql } from 'kysely';
import type { ReportStatus } from '../contract/reportCategories.ts';
import type { CommentSort, ReportSort, TrackSort, UserSort } from '../contract/tableSorts.ts';
import type { Db } from '../db/client.ts';
import { isLike, withoutCase } from '../db/collation.ts';
import { idList, numberList } from '../db/lists.ts';
import { readTotals, type TotalSubject } from '../db/totals.ts';
import { selectReports } from '../reports/queries.ts';
import type { TextIndex } from '../search/port.ts';
import { searchIn } from '../search/searchIn.ts';
import { likePatterns, wordsOf } from '../search/words.ts';
import { type Asked, type Found, pageOfTable, SEARCHED_ROWS, type SortKey } from './pageQueries.ts';

const totalOf = (db: Db, subject: TotalSubject) => async () => (await readTotals(db))(subject);

/** Numbers of the newest rows with the text; null without one. */
async function findTexts(
  db: Db,
  { search = '' }: Asked,
  index: TextIndex,
  among: RawBuilder<unknown> | null = null,
): Promise<Found | null> {
  const text = search.trim();
  return text === '' ? null : searchIn(db).newestTexts(db, index, text, SEARCHED_ROWS, among);
}

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;

// Recordings

interface TracksAsked extends Asked {
  sort?: TrackSort | undefined;
}

const TRACK_ID = sql`tracks.id`;
const TRACK_KEYS: Record<TrackSort, SortKey> = {
  date: [sql`tracks.created_at`, TRACK_ID],
  title: [withoutCase(sql`tracks.title`), TRACK_ID],
  user: [sql`accounts.username_key`, TRACK_ID],
  length: [sql`tracks.duration`, TRACK_ID],
  size: [sql`tracks.size`, TRACK_ID],
  likes: [sql`tracks.likes`, sql`tracks.plays`, TRACK_ID],
  comments: [sql`tracks.comments_count`, sql`tracks.duration`, TRACK_ID],
};

/** Columns in which signs are searched: `wordsOf` leaves them out. */
const TRACK_TEXTS: TextIndex = {
  ...{ fts: 'tracks_fts_inside', ftsColumns: ['title', 'tags', 'username'] },
  ...{ table: 'search_rows', number: 'doc', columns: ['inside'] },
};

function findTracks(db: Db, asked: TracksAsked): Promise<Found | null> {
  const words = wordsOf(asked.search ?? '');
  if (words.length === 0) return findTexts(db, asked, TRACK_TEXTS);
  return searchIn(db).newest(db, { reach: 'anywhere', words, tags: [] }, null, SEARCHED_ROWS);
}

/** `asked.user`: the owner. */
export async function trackTable(db: Db, asked: TracksAsked) {
  const { sort = 'date', user } = asked;
  const found = await findTracks(db, asked);
  // A cross join is read in the order it is written in: the table of the sort comes first.
  const isByName = sort === 'user' && user === undefined && found === null;
  const joined = isByName
    ? db.selectFrom('accounts').crossJoin('tracks')
    : db.selectFrom('tracks').crossJoin('accounts');
  return pageOfTable(db, asked, {
    rows: joined
      .whereRef('accounts.id', '=', 'tracks.account_id')
      .where('tracks.status', '=', sql.lit('active'))
      .where(
        all([
          ...(user === undefined ? [] : [sql`tracks.account_id = ${user}`]),
          ...(found === null
            ? []
            : [sql`tracks.id in (select track_id from search_rows where doc in ${numberList(found)})`]),
        ]),
      )
      .select([
        'tracks.id',
        'tracks.title',
        'tracks.account_id',
        'tracks.duration',
        'tracks.size',
        'tracks.likes',
        'tracks.comments_count',
        'tracks.plays',
        'tracks.gender',
        'tracks.tags_json',
        'tracks.created_at',
        'tracks.file',
        'tracks.cover',
        'accounts.username',
      ]),
    key: TRACK_KEYS[sort],
    isIndexedByFirst: sort === 'user' || sort === 'title',
    found,
    total: totalOf(db, 'active tracks'),
    isFiltered: user !== undefined,
  });
}

// Accounts

interface UsersAsked extends Asked {
  sort?: UserSort | undefined;
}

const USER_ID = sql`accounts.id`;
const USER_KEYS: Record<UserSort, SortKey> = {
  registered: [sql`accounts.created_at`, USER_ID],
  username: [sql`accounts.username_key`, USER_ID],
  email: [sql`coalesce(accounts.email, '')`, USER_ID],
  uploads: [sql`accounts.total_uploads`, USER_ID],
  likes: [sql`accounts.total_likes`, USER_ID],
  verified: [sql`accounts.is_verified`, USER_ID],
  role: [sql`accounts.role`, USER_ID],
};

/** `seesAddresses`: also searches and sorts e-mail addresses. Even their order would reveal them. */
export async function userTable(db: Db, asked: UsersAsked, seesAddresses: boolean) {
  const { user } = asked;
  const sort = asked.sort === 'email' && !seesAddresses ? 'registered' : (asked.sort ?? 'registered');
  const found = await findTexts(db, asked, {
    ...{ fts: 'accounts_fts_inside', ftsColumns: seesAddresses ? ['username', 'email'] : ['username'] },
    ...{ table: 'account_docs', number: 'doc', columns: seesAddresses ? ['inside', 'address'] : ['inside'] },
  });
  return pageOfTable(db, asked, {
    rows: db
      .selectFrom('accounts')
      .where('accounts.deleted_at', 'is', null)
      .where(
        all([
          ...(user === undefined ? [] : [sql`accounts.id = ${user}`]),
          ...(found === null
            ? []
            : [sql`accounts.id in (select account_id from account_docs where doc in ${numberList(found)})`]),
        ]),
      )
      .select([
        'accounts.id',
        'accounts.username',
        'accounts.email',
        'accounts.role',
        'accounts.total_uploads',
        'accounts.total_likes',
        'accounts.is_verified',
        'accounts.created_at',
      ])
      .select(sql<0 | 1>`accounts.password_hash is not null`.as('has_password')),
    key: USER_KEYS[sort],
    found,
    total: totalOf(db, 'open accounts'),
    isFiltered: user !== undefined,
  });
}

// Comments

interface CommentsAsked extends Asked {
  sort?: CommentSort | undefined;
  track?: string | undefined;
}

const COMMENT_ID = sql`comments.id`;
const COMMENT_KEYS: Record<CommentSort, SortKey> = {
  date: [sql`comments.created_at`, COMMENT_ID],
  user: [sql`accounts.username_key`, COMMENT_ID],
  track: [withoutCase(sql`tracks.title`), COMMENT_ID],
  likes: [sql`comments.likes`, COMMENT_ID],
};

const COMMENT_TEXTS: TextIndex = {
  ...{ fts: 'comments_fts_inside', ftsColumns: ['content', 'username', 'title'] },
  ...{ table: 'comment_docs', number: 'doc', columns: ['inside'] },
};

/** `asked.user`: the author. */
export async function commentTable(db: Db, asked: CommentsAsked) {
  const { sort = 'date', user, track } = asked;
  const filters = [
    ...(user === undefined ? [] : [sql`comments.account_id = ${user}`]),
    ...(track === undefined ? [] : [sql`comments.track_id = ${track}`]),
  ];
  const isFiltered = filters.length > 0;
  const among = isFiltered
    ? sql`select doc from comment_docs join comments on comments.id = comment_id where ${all(filters)}`
    : null;
  const found = await findTexts(db, asked, COMMENT_TEXTS, among);
  const isWhole = found === null && !isFiltered;
  const bySort = () => {
    if (sort === 'user' && isWhole)
      return db.selectFrom('accounts').crossJoin('comments').crossJoin('tracks');
    if (sort === 'track' && isWhole)
      return db.selectFrom('tracks').crossJoin('comments').crossJoin('accounts');
    return db.selectFrom('comments').crossJoin('accounts').crossJoin('tracks');
  };
  return pageOfTable(db, asked, {
    rows: bySort()
      .whereRef('accounts.id', '=', 'comments.account_id')
      .whereRef('tracks.id', '=', 'comments.track_id')
      .where('tracks.status', '=', sql.lit('active'))
      .where(
        all([
          ...filters,
          ...(found === null
            ? []
            : [sql`comments.id in (select comment_id from comment_docs where doc in ${numberList(found)})`]),
        ]),
      )
      .select([
        'comments.id',
        'comments.content',
        'comments.account_id',
        'comments.track_id',
        'comments.likes',
        'comments.created_at',
        'accounts.username',
        'tracks.title as track_title',
      ]),
    key: COMMENT_KEYS[sort],
    isIndexedByFirst: sort === 'user' || sort === 'track',
    found,
    total: totalOf(db, 'comments'),
    isFiltered,
  });
}

// Reports

interface ReportsAsked extends Asked {
  sort?: ReportSort | undefined;
  /** `other`: without a category. */
  category?: string | undefined;
  status?: ReportStatus | undefined;
}

const REPORT_ID = sql`reports.id`;
const REPORT_KEYS: Record<ReportSort, SortKey> = {
  gravity: [
    sql`(case when reports.status = 'resolved' then 0 else reports.gravity + 1 end)`,
    sql`reports.created_at`,
    REPORT_ID,
  ],
  category: [sql`coalesce(reports.category, '')`, REPORT_ID],
  date: [sql`reports.created_at`, REPORT_ID],
  type: [sql`reports.type`, REPORT_ID],
  content: [withoutCase(sql`reports.words`), REPORT_ID],
  // A scalar, because PostgreSQL would read all accounts for a join.
  reporter: [
    sql`case when (select role from accounts where accounts.id = reports.reporter_id) = 'guest' then 0 else 1 end`,
    REPORT_ID,
  ],
  reason: [withoutCase(sql`reports.reason`), REPORT_ID],
  status: [sql`reports.status`, REPORT_ID],
};

/** Also the name of the reported person, and the title of the recording then and now; nothing that says who reported. */
const REPORT_TEXTS: TextIndex = {
  fts: 'reports_fts_inside',
  ftsColumns: ['words', 'reason', 'track_title', 'heard_title', 'reported'],
  ...{ table: 'report_docs', number: 'doc', columns: ['inside'] },
};

/** `asked.user`: the reported account. */
export async function reportTable(db: Db, asked: ReportsAsked) {
  const { sort = 'gravity', user, category, status } = asked;
  const filters = [
    ...(user === undefined ? [] : [sql`reports.reported_id = ${user}`]),
    ...(category === undefined
      ? []
      : [sql`coalesce(reports.category, '') = ${category === 'other' ? '' : category}`]),
    ...(status === undefined ? [] : [sql`reports.status = ${status}`]),
  ];
  const isFiltered = filters.length > 0;
  const among = isFiltered
    ? sql`select doc from report_docs join reports on reports.id = report_id where ${all(filters)}`
    : null;
  const found = await findTexts(db, asked, REPORT_TEXTS, among);
  const conditions = all([
    ...filters,
    ...(found === null
      ? []
      : [sql`reports.id in (select report_id from report_docs where doc in ${numberList(found)})`]),
  ]);
  const ids = db.selectFrom('reports').where(conditions).select('reports.id');
  return pageOfTable(db, asked, {
    rows: selectReports(db).where(conditions),
    // Without an index that has the order, all rows are sorted.
    ids: sort === 'reporter' || found !== null ? ids : undefined,
    key: REPORT_KEYS[sort],
    isIndexedByFirst: sort === 'content' || sort === 'reason',
    found,
    total: totalOf(db, 'reports'),
    isFiltered,
  });
}

// Audit log

const AUDIT_TEXTS: TextIndex = {
  fts: 'audit_fts_inside',
  ftsColumns: ['action', 'target_type', 'target_id', 'detail_json'],
  ...{ table: 'audit_docs', number: 'position', columns: ['inside'] },
};

/** All actors of the log: a few accounts, read by skipping through an index. */
const ACTORS = sql`with recursive actors(id) as (
  select min(actor_id) from audit_log
  union all select (select min(actor_id) from audit_log where actor_id > actors.id) from actors where id is not null
)`;

/** Positions of the newest rows with the text, or by an actor with such a name. */
async function findAudit(db: Db, asked: Asked): Promise<Found | null> {
  const text = asked.search?.trim() ?? '';
  if (text === '') return null;
  const isCalled = likePatterns(text).map((pattern) =>
    isLike(sql`coalesce(accounts.username, actors.id)`, pattern),
  );
  const actors = await sql<{ id: string }>`${ACTORS} select actors.id from actors
    left join accounts on accounts.id = actors.id
    where actors.id is not null and (${sql.join(isCalled, sql` or `)})`.execute(db);
  const positions = new Set(await findTexts(db, asked, AUDIT_TEXTS));
  for (const { id } of actors.rows) {
    const newest = await db
      .selectFrom('audit_log')
      .select('position')
      .where('actor_id', '=', id)
      .orderBy('position', 'desc')
      .limit(SEARCHED_ROWS)
      .execute();
    for (const { position } of newest) positions.add(position);
  }
  return [...positions].sort((a, b) => b - a).slice(0, SEARCHED_ROWS);
}

/** The current name or title of the entry's target. */
const TARGET_NAME = sql<string | null>`case audit_log.target_type
  when 'account' then (select username from accounts where accounts.id = audit_log.target_id)
  when 'track' then (select title from tracks where tracks.id = audit_log.target_id)
  when 'upload' then (select title from uploads where uploads.id = audit_log.target_id)
  when 'edit' then (select tracks.title from track_edits join tracks on tracks.id = track_edits.track_id
    where track_edits.id = audit_log.target_id)
  when 'report' then (select coalesce(nullif(words, ''), track_title) from reports where reports.id = audit_log.target_id)
  end`;

/** Current names of accounts. */
export async function accountNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where(sql<boolean>`id in ${idList(ids)}`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** `asked.user`: the actor, or the account acted on. */
export async function auditTable(db: Db, asked: Asked) {
  const { user } = asked;
  const found = await findAudit(db, asked);
  return pageOfTable(db, asked, {
    rows: db
      .selectFrom('audit_log')
      .leftJoin('accounts', 'accounts.id', 'audit_log.actor_id')
      .where(
        all([
          ...(user === undefined
            ? []
            : [sql`(audit_log.actor_id = ${user} or audit_log.target_id = ${user})`]),
          ...(found === null ? [] : [sql`audit_log.position in ${numberList(found)}`]),
        ]),
      )
      .selectAll('audit_log')
      .select(['accounts.username', TARGET_NAME.as('target_name')]),
    key: [sql`audit_log.position`],
    found,
    // Positions have no gap.
    total: async () => {
      const last = await db
        .selectFrom('audit_log')
        .select((eb) => eb.fn.max('position').as('n'))
        .executeTakeFirst();
      return last?.n ?? 0;
    },
    isFiltered: user !== undefined,
  });
}
