// A data set as a moderator has it after two years: 50,000 uploads by 20,000 accounts, 150,000 comments, 200,000 likes, 10,000
// reports and 20,000 entries of the audit log, from a seed. Tracks and log enter through the server's own stores.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { picker, serverModule } from '../api/dataSet.mjs';

export const SIZES = {
  accounts: 20_000,
  tracks: 50_000,
  comments: 150_000,
  likes: 200_000,
  reports: 10_000,
  audit: 20_000,
};
const DAY_MS = 24 * 3600 * 1000;
const DAYS = 730;
const CHUNK = 400;
const PER_TRANSACTION = 5000;
const WORDS =
  'abend atem becken dunkel echo feuer flieder glut hauch honig kissen laut leise licht mond morgen nacht nah regen ruhe samt sanft schnee sommer stimme still tau warm weich welle wind zart'.split(
    ' ',
  );
const TAGS = ['soft', 'whisper', 'storytelling', 'asmr', 'breath', 'slow', 'night', 'rain', 'music'];
const GENDERS = ['Female', 'Male', 'Couple', 'Diverse'];

/**
 * Fills `data`, about a minute. Answers session tokens of an admin and a moderator.
 * @param {string} data
 */
export async function fillDataSet(data) {
  const { openDatabase } = await serverModule('db/client.ts');
  const { openServerKeys } = await serverModule('storage/serverKey.ts');
  const { insertAccount } = await serverModule('accounts/store.ts');
  const { startSession } = await serverModule('sessions/queries.ts');
  const { insertTrack } = await serverModule('tracks/store.ts');
  const { appendAudit } = await serverModule('db/auditLog.ts');
  const { db, close } = await openDatabase(join(data, 'aural.db'));
  const keys = await openServerKeys(data);
  const pick = picker(20_261_122);
  const now = Date.now();
  const back = (index, count) => now - Math.floor((index * DAYS * DAY_MS) / count) - 1000;
  const words = (count) => pick.some(WORDS, count).join(' ');
  const accounts = Array.from({ length: SIZES.accounts }, () => pick.id());
  const tracks = Array.from({ length: SIZES.tracks }, () => pick.id());
  const some = (list) => list[pick.below(list.length)];
  const inPieces = async (count, work) => {
    for (let first = 0; first < count; first += PER_TRANSACTION) {
      await db.transaction().execute(async (tx) => {
        for (let at = first; at < Math.min(count, first + PER_TRANSACTION); at++) await work(tx, at);
      });
    }
  };
  await inPieces(SIZES.accounts, (tx, at) =>
    insertAccount(
      tx,
      {
        id: accounts[at],
        username: `${WORDS[at % WORDS.length]}_${at}`,
        role: at % 3 === 0 ? 'user' : 'guest',
      },
      back(at, SIZES.accounts),
    ),
  );
  await inPieces(SIZES.tracks, (tx, at) => {
    const owner = pick.below(accounts.length);
    return insertTrack(tx, {
      id: tracks[at],
      accountId: accounts[owner],
      username: `${WORDS[owner % WORDS.length]}_${owner}`,
      uploadId: null,
      audio: {
        file: `${randomBytes(16).toString('hex')}.mp3`,
        mime_type: 'audio/mpeg',
        size: 1_000_000 + pick.below(9_000_000),
        duration: 60 + pick.below(600),
        cover: Buffer.from(Array.from({ length: 64 }, () => pick.below(256))).toString('base64'),
        lufs: -20 + pick.below(4),
        envelope: null,
      },
      title: `${words(2 + pick.below(4))} ${at}`,
      description: words(pick.below(40)),
      gender: some(GENDERS),
      tags: [...new Set(pick.some(TAGS, 1 + pick.below(4)))],
      demoPosition: null,
      createdAt: back(at, SIZES.tracks),
    });
  });
  const insert = async (table, count, rowOf) => {
    const rows = Array.from({ length: count }, (_, at) => rowOf(at)).filter(Boolean);
    await db.transaction().execute(async (tx) => {
      for (let at = 0; at < rows.length; at += CHUNK)
        await tx
          .insertInto(table)
          .values(rows.slice(at, at + CHUNK))
          .execute();
    });
  };
  await insert('comments', SIZES.comments, (at) => ({
    id: pick.id(),
    track_id: tracks[pick.skewed(tracks.length)],
    account_id: some(accounts),
    content: words(3 + pick.below(20)),
    likes: pick.below(40),
    created_at: back(at, SIZES.comments),
  }));
  const known = new Set();
  await insert('likes', SIZES.likes, (at) => {
    const account_id = some(accounts);
    const track_id = tracks[pick.skewed(tracks.length)];
    if (known.has(`${account_id} ${track_id}`)) return null;
    known.add(`${account_id} ${track_id}`);
    return { id: pick.id(), account_id, track_id, created_at: back(at, SIZES.likes) };
  });
  await insert('reports', SIZES.reports, (at) => ({
    id: pick.id(),
    type: 'recording',
    target_id: tracks[at],
    track_id: tracks[at],
    reporter_id: some(accounts),
    reported_id: some(accounts),
    category: null,
    at_seconds: null,
    reason: words(8),
    words: words(6),
    track_title: words(4),
    status: at % 5 === 0 ? 'pending' : 'resolved',
    created_at: back(at, SIZES.reports),
    reviewed_by: null,
    reviewed_at: null,
    outcome: null,
    appeal: null,
    appealed_at: null,
  }));
  await db
    .updateTable('tracks')
    .set((eb) => ({
      likes: eb
        .selectFrom('likes')
        .select(eb.fn.countAll().as('n'))
        .whereRef('likes.track_id', '=', 'tracks.id'),
      comments_count: eb
        .selectFrom('comments')
        .select(eb.fn.countAll().as('n'))
        .whereRef('comments.track_id', '=', 'tracks.id'),
    }))
    .execute();
  const staff = async (tx, role) => {
    const id = await insertAccount(tx, { username: `the_${role}_of_bench`, role, passwordHash: 'none' }, now);
    return { id, token: await startSession(tx, id, now) };
  };
  const [admin, moderator] = await db
    .transaction()
    .execute(async (tx) => [await staff(tx, 'admin'), await staff(tx, 'moderator')]);
  await inPieces(SIZES.audit, (tx, at) =>
    appendAudit(
      tx,
      {
        actorId: moderator.id,
        action: at % 2 === 0 ? 'approveUpload' : 'rejectUpload',
        targetType: 'upload',
        targetId: tracks[at],
        detail: { reason: words(4) },
        before: null,
        after: null,
      },
      back(SIZES.audit - at, SIZES.audit),
      keys.audit,
    ),
  );
  await close();
  return { admin: admin.token, moderator: moderator.token };
}
