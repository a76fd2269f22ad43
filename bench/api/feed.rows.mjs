// The public feed of 20 tracks, compared with bare Koa in the same run, at 50 connections.
import { quantile } from '../harness/measure.mjs';

export const FEED = '/upload.php?action=getTracks&limit=20';
const CONNECTIONS = 50;

/** The expected feed, computed the slow and obvious way. */
function oracle(raw) {
  return raw
    .prepare(
      `select t.id, t.title, a.username, t.duration,
        (select count(*) from likes where track_id = t.id) as likes,
        (select count(*) from comments where track_id = t.id) as comments
      from tracks t join accounts a on a.id = t.account_id
      where t.status = 'active' and a.deleted_at is null order by t.created_at desc, t.id desc limit 20`,
    )
    .all();
}

function compare(answer, rows, isLiked) {
  if (answer.data?.length !== rows.length)
    throw new Error(`${answer.data?.length} tracks for ${rows.length}`);
  for (const [index, row] of rows.entries()) {
    const track = answer.data[index];
    const same =
      track.id === row.id &&
      track.title === row.title &&
      track.user.username === row.username &&
      track.duration === row.duration &&
      track.likes === row.likes &&
      track.commentsCount === row.comments &&
      track.isLiked === isLiked(row.id);
    if (!same) throw new Error(`track ${index} of the feed is ${JSON.stringify(track)}`);
  }
}

export const row = {
  name: 'public feed of 20 tracks, 50 connections',
  async check({ server, raw, people }) {
    const rows = oracle(raw);
    compare(await (await fetch(server.url + FEED)).json(), rows, () => false);
    const liked = raw.prepare('select track_id from likes where account_id = ?');
    for (const [index, token] of people.tokens.slice(0, 10).entries()) {
      const mine = new Set(liked.all(people.accounts[index]).map((like) => like.track_id));
      const reply = await fetch(server.url + FEED, { headers: { authorization: `Bearer ${token}` } });
      compare(await reply.json(), rows, (id) => mine.has(id));
    }
  },
  async run({ server, bareKoa, load, people, rounds, seconds }) {
    const url = server.url + FEED;
    const expectBody = await (await fetch(url)).text();
    const hello = { on: bareKoa, url: `${bareKoa.url}/hello` };
    const bytes = { on: bareKoa, url: `${bareKoa.url}/json` };
    const gzip = { 'accept-encoding': 'gzip' };
    const signedIn = people.tokens.map((token) => [
      { path: FEED, headers: { authorization: `Bearer ${token}` } },
    ]);
    const contenders = [
      { name: 'feed', job: { on: server, url, expectBody } },
      { name: 'bare Koa, hello', job: hello },
      { name: 'bare Koa, the same bytes', job: bytes },
      { name: 'feed, signed in', job: { on: server, requests: signedIn } },
      { name: 'feed, gzip', job: { on: server, url, headers: gzip } },
    ].map((contender) => ({ ...contender, runs: [] }));
    for (let round = -1; round < rounds; round++) {
      for (const { job, runs } of contenders) {
        const run = await load.flood({ connections: CONNECTIONS, seconds: round < 0 ? 2 : seconds, ...job });
        if (round >= 0) runs.push(run);
      }
    }
    const [feed, bare] = contenders.map(({ runs }) => runs);
    const ratio = quantile(
      feed.map(({ perSecond }, round) => perSecond / bare[round].perSecond),
      0.5,
    );
    const errors = feed.reduce((sum, run) => sum + run.errors, 0);
    return {
      unit: 'requests',
      figures: contenders,
      bars: [
        { what: 'of bare Koa', value: ratio * 100, unit: '%', atLeast: 15 },
        { what: 'p99', value: Math.max(...feed.map(({ p99 }) => p99)), unit: 'ms', below: 60 },
        { what: 'errors', value: errors, unit: '', below: 1 },
      ],
    };
  },
};
