// The server's data set: 5,000 tracks, 50,000 likes, 20,000 comments by 1,000 users, from a seed.
// Tracks go through the server's own store; likes and comments in bulk, with counters counted once.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { tsImport } from 'tsx/esm/api';

export const SIZES = { accounts: 1000, tracks: 5000, likes: 50_000, comments: 20_000 };
/** Users with an open session; their number limits the connections of a signed-in load. */
const SIGNED_IN = 200;
/** Per user: the data of an active one. */
const NEWS = 100;
const DAY_MS = 24 * 3600 * 1000;
const CHUNK = 400;
const WORDS =
  'abend atem becken dunkel echo feuer flieder glut hauch honig kissen laut leise licht mond morgen nacht nah regen ruhe samt sanft schnee sommer stimme still tau warm weich welle wind zart'.split(
    ' ',
  );
const TAGS = 'Soft Whisper Storytelling ASMR Breath Moaning Couple Rough Slow Night Rain Music'.split(' ');
const GENDERS = ['Female', 'Male', 'Couple', 'Diverse', 'Mixed'];

/** A module of the server, compiled on the way. @param {string} path below api/ */
export const serverModule = (path) => tsImport(`../../api/${path}`, import.meta.url);

/** xorshift32; the same picks everywhere. */
export function picker(seed) {
  let state = seed;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    below: (count) => Math.floor(next() * count),
    /** Early ones much more often: most likes are on few tracks. */
    skewed: (count) => Math.floor(next() ** 2.5 * count),
    id() {
      const bytes = Buffer.from(Array.from({ length: 16 }, () => Math.floor(next() * 256)));
      return bytes.toString('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
    },
    some(list, count) {
      return Array.from({ length: count }, () => list[Math.floor(next() * list.length)]);
    },
  };
}

/**
 * Fills `data`/aural.db, or the PostgreSQL at `url`. `blobs` are the files of the first tracks, so that they play.
 * @param {string} data
 * @param {{ name: string, size: number, seconds: number, mimeType: string }[]} blobs
 * @param {string} [url]
 * @returns {Promise<{ tokens: string[], accounts: string[], tracks: string[] }>} `tokens[i]` is of `accounts[i]`
 */
export async function fill(data, blobs, url) {
  const { insertAccount, insertTrack, openDatabase, openPostgres, startSession } = await tsImport(
    './stores.mjs',
    import.meta.url,
  );
  const opened = url
    ? openPostgres({ url, connections: 2, writeTimeoutMs: 0 })
    : openDatabase(join(data, 'aural.db'));
  const { db, close } = await opened;
  const pick = picker(20_261_121);
  const now = Date.now();
  const accounts = Array.from({ length: SIZES.accounts }, () => pick.id());
  const tracks = Array.from({ length: SIZES.tracks }, () => pick.id());
  const titles = new Map();
  const tokens = [];

  await db.transaction().execute(async (tx) => {
    for (const [index, id] of accounts.entries()) {
      const role = index % 3 === 0 ? 'user' : 'guest';
      await insertAccount(
        tx,
        { id, username: `${pick.some(WORDS, 1)[0]}_${index}`, role },
        now - 200 * DAY_MS,
      );
      if (index < SIGNED_IN) tokens.push(await startSession(tx, id, now));
    }
    for (const [index, id] of tracks.entries()) {
      const owner = pick.below(accounts.length);
      const blob = blobs[index];
      const title = pick.some(WORDS, 2 + pick.below(4)).join(' ');
      titles.set(id, title);
      await insertTrack(tx, {
        id,
        accountId: accounts[owner],
        username: `person_${owner}`,
        uploadId: null,
        audio: {
          file: blob?.name ?? `${randomBytes(16).toString('hex')}.mp3`,
          mime_type: blob?.mimeType ?? 'audio/mpeg',
          size: blob?.size ?? 1_000_000 + pick.below(9_000_000),
          duration: blob?.seconds ?? 60 + pick.below(600),
          cover: Buffer.from(Array.from({ length: 64 }, () => pick.below(256))).toString('base64'),
          lufs: -20 + pick.below(4),
          envelope: null,
        },
        title,
        description: pick.some(WORDS, pick.below(40)).join(' '),
        gender: GENDERS[pick.below(GENDERS.length)],
        tags: [...new Set(pick.some(TAGS, 1 + pick.below(4)))],
        demoPosition: null,
        createdAt: now - Math.floor((index * 180 * DAY_MS) / tracks.length) - 1000,
      });
    }
  });

  await db.transaction().execute(async (tx) => {
    const insert = async (table, rows) => {
      for (let at = 0; at < rows.length; at += CHUNK) {
        await tx
          .insertInto(table)
          .values(rows.slice(at, at + CHUNK))
          .execute();
      }
    };
    const likes = new Map();
    while (likes.size < SIZES.likes) {
      const account_id = accounts[pick.below(accounts.length)];
      const track_id = tracks[pick.skewed(tracks.length)];
      const created_at = now - pick.below(90) * DAY_MS;
      likes.set(`${account_id} ${track_id}`, { id: pick.id(), account_id, track_id, created_at });
    }
    await insert('likes', [...likes.values()]);
    await insert(
      'comments',
      Array.from({ length: SIZES.comments }, (_, index) => ({
        id: pick.id(),
        track_id: tracks[pick.skewed(tracks.length)],
        account_id: accounts[pick.below(accounts.length)],
        content: pick.some(WORDS, 3 + pick.below(20)).join(' '),
        likes: 0,
        created_at: now - Math.floor((index * 90 * DAY_MS) / SIZES.comments),
      })),
    );
    for (const account_id of accounts.slice(0, SIGNED_IN)) {
      const news = (index) => {
        const track_id = tracks[pick.below(tracks.length)];
        const created_at = now - index * 3_600_000;
        return { id: pick.id(), account_id, track_id, track_title: titles.get(track_id), created_at };
      };
      const other = () => accounts[pick.below(accounts.length)];
      const rest = { comment_text: null, is_read: 0 };
      const mine = Array.from({ length: NEWS }, (_, index) => ({ ...news(index), ...rest, type: 'my_like' }));
      await insert(
        'activities',
        mine.map((row) => ({ ...row, other_account_id: other() })),
      );
      const theirs = Array.from({ length: NEWS }, (_, index) => ({ ...news(index), ...rest, type: 'like' }));
      await insert(
        'notifications',
        theirs.map((row) => ({ ...row, actor_id: other() })),
      );
    }
    await sql`update tracks set
      likes = (select count(*) from likes where track_id = tracks.id),
      comments_count = (select count(*) from comments where track_id = tracks.id)`.execute(tx);
    await sql`update accounts set total_likes = (
      select coalesce(sum(likes), 0) from tracks where account_id = accounts.id)`.execute(tx);
  });
  await close();
  return { tokens, accounts, tracks };
}
