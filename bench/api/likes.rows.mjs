// Likes, each durable before it is answered, by 20 users at once; compared with bare SQLite at one row per commit.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { picker, serverModule } from './dataSet.mjs';

const PEOPLE = 20;
const LIKE = '/upload.php?action=addLike';

/** Tracks that this user does not like yet, in the user's own order. */
function newTracks(raw, account, tracks, count, pick) {
  const known = raw.prepare('select track_id from likes where account_id = ?').all(account);
  const liked = new Set(known.map(({ track_id }) => track_id));
  const chosen = new Set();
  while (chosen.size < count) {
    const track = tracks[pick.below(tracks.length)];
    if (!liked.has(track)) chosen.add(track);
  }
  return [...chosen];
}

const counted = (raw) => raw.prepare('select count(*) as n, sum(likes) as sum from tracks').all()[0].sum;
const stored = (raw) => raw.prepare('select count(*) as n from likes').all()[0].n;

/** Commits per second of the same SQLite on the same disk, synchronous=FULL. */
async function bareCommits(folder, count) {
  const { openRawDatabase } = await serverModule('db/driver.ts');
  const own = mkdtempSync(join(folder, 'sqlite-'));
  const database = await openRawDatabase(join(own, 'bare.db'));
  database.exec('create table likes (id integer primary key, track text, account text)');
  const insert = database.prepare('insert into likes (track, account) values (?, ?)');
  const started = performance.now();
  for (let n = 0; n < count; n++) insert.run(`track-${n}`, 'another-user');
  const seconds = (performance.now() - started) / 1000;
  database.close();
  rmSync(own, { recursive: true });
  return { requests: count, seconds, perSecond: count / seconds, errors: 0 };
}

export const row = {
  name: 'durable likes, 20 people',
  async check({ server, people, tracks, raw }) {
    const [track] = newTracks(raw, people.accounts[60], tracks, 1, picker(7));
    const like = async () => {
      const reply = await fetch(server.url + LIKE, {
        method: 'POST',
        headers: { authorization: `Bearer ${people.tokens[60]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ like: { trackId: track } }),
      });
      return (await reply.json()).data;
    };
    const before = stored(raw);
    const [first, again] = [await like(), await like()];
    if (first.id !== again.id || stored(raw) !== before + 1) throw new Error('liking twice is not one like');
  },
  async run({ server, load, people, tracks, raw, data, rounds, quick }) {
    const each = quick ? 50 : 150;
    const pick = picker(11);
    const ours = { name: 'likes', runs: [] };
    const bare = { name: 'bare SQLite, a row per commit', runs: [] };
    let inexact = 0;
    for (let round = 0; round < rounds; round++) {
      const requests = people.tokens.slice(0, PEOPLE).map((token, index) =>
        newTracks(raw, people.accounts[index], tracks, each, pick).map((trackId) => ({
          method: 'POST',
          path: LIKE,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ like: { trackId } }),
        })),
      );
      const before = { counted: counted(raw), stored: stored(raw) };
      const amount = PEOPLE * each;
      ours.runs.push(await load.flood({ on: server, connections: PEOPLE, amount, requests }));
      const missing = amount - (stored(raw) - before.stored);
      const miscounted = amount - (counted(raw) - before.counted);
      inexact += Math.abs(missing) + Math.abs(miscounted);
      bare.runs.push(await bareCommits(data, amount));
    }
    const rates = ours.runs.map(({ perSecond }) => perSecond);
    return {
      unit: 'commits',
      figures: [ours, bare],
      bars: [
        { what: 'slowest round', value: Math.min(...rates), unit: '/s', atLeast: 500 },
        { what: 'p99', value: Math.max(...ours.runs.map(({ p99 }) => p99)), unit: 'ms', below: 100 },
        { what: 'rows and counters off', value: inexact, unit: '', below: 1 },
        { what: 'errors', value: ours.runs.reduce((sum, run) => sum + run.errors, 0), unit: '', below: 1 },
      ],
    };
  },
};
