// Everything that a signed-in user's app starts from, and the repeated request when nothing changed.
import { gzipSync } from 'node:zlib';

const SNAPSHOT = '/upload.php?action=getDatabase';
const PEOPLE = 10;
const KILOBYTE = 1000;

export const row = {
  name: 'getDatabase of 10 signed-in people',
  async check({ server, people, raw }) {
    const { tokens, accounts } = people;
    const own = raw.prepare('select count(*) as n from likes where account_id = ?');
    for (let index = 0; index < PEOPLE; index++) {
      const headers = { authorization: `Bearer ${tokens[index]}` };
      const reply = await fetch(server.url + SNAPSHOT, { headers });
      const { data } = await reply.json();
      const likes = own.all(accounts[index])[0].n;
      if (data.likes.length !== likes) throw new Error(`${data.likes.length} likes for ${likes}`);
      const foreign = [...data.likes, ...data.bookmarks].filter(({ userId }) => userId !== accounts[index]);
      if (foreign.length > 0) throw new Error('it contains reactions of another user');
      const again = await fetch(server.url + SNAPSHOT, {
        // Without a Cache-Control of ours, fetch sends `no-cache` with a condition.
        headers: { ...headers, 'if-none-match': reply.headers.get('etag'), 'cache-control': 'max-age=0' },
      });
      if (again.status !== 304) throw new Error(`an unchanged snapshot answers ${again.status}`);
    }
  },
  async run({ server, load, people, rounds, seconds }) {
    const url = server.url + SNAPSHOT;
    const asked = await Promise.all(
      people.tokens.slice(0, PEOPLE).map(async (token) => {
        const authorization = `Bearer ${token}`;
        const reply = await fetch(url, { headers: { authorization } });
        const etag = reply.headers.get('etag');
        const bytes = gzipSync(await reply.text()).length;
        const path = SNAPSHOT;
        return {
          bytes,
          whole: [{ path, headers: { authorization, 'accept-encoding': 'gzip' } }],
          unchanged: [{ path, headers: { authorization, 'if-none-match': etag } }],
        };
      }),
    );
    const whole = { name: 'all of it, gzip', runs: [] };
    const unchanged = { name: 'unchanged (304), one at a time', runs: [] };
    for (let round = 0; round < rounds; round++) {
      const job = { on: server, connections: PEOPLE, seconds };
      whole.runs.push(await load.flood({ ...job, requests: asked.map((one) => one.whole) }));
      const again = asked.flatMap((one) => one.unchanged);
      unchanged.runs.push(await load.flood({ ...job, connections: 1, status: 304, requests: [again] }));
    }
    const worst = ({ runs }) => Math.max(...runs.map(({ p99 }) => p99));
    const errors = [...whole.runs, ...unchanged.runs].reduce((sum, run) => sum + run.errors, 0);
    return {
      unit: 'requests',
      figures: [whole, unchanged],
      bars: [
        {
          what: 'gzip',
          value: Math.max(...asked.map(({ bytes }) => bytes)) / KILOBYTE,
          unit: 'KB',
          below: 300,
        },
        { what: 'p99', value: worst(whole), unit: 'ms', below: 200 },
        { what: 'p99 of a 304', value: worst(unchanged), unit: 'ms', below: 10 },
        { what: 'errors', value: errors, unit: '', below: 1 },
      ],
    };
  },
};
