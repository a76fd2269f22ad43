// Statistics of a busy data set: 50,000 recordings, 20,000 accounts, 200,000 likes, and two years in which every subject
// happened in every half-hour. Requested by one moderator at a time.
import { picker, serverModule } from './dataSet.mjs';

const { STATISTICS_DAYS, STATISTICS_SUBJECTS } = await serverModule('contract/statisticsSubjects.ts');

const PATH = '/upload.php?action=getStatistics';
const ZONE = 'Europe/Berlin';
const HALF_HOUR_MS = 30 * 60 * 1000;
const SLOTS = 2 * 365 * 48;
const ACCOUNTS = 20_000;
const TRACKS = 50_000;
const LIKES = 200_000;
/** Longest pause in which a page still feels immediate: the bar of every admin tab. */
const BAR_MS = 300;

const countOf = (raw, table) => raw.prepare(`select count(*) as n from ${table}`).all()[0].n;
const columnsOf = (raw, table) => raw.prepare(`select name from pragma_table_info('${table}')`).all();

/** Copies of the rows that are there, under names of their own, until there are `count`. */
function multiply(raw, table, count, own) {
  const names = columnsOf(raw, table).map(({ name }) => name);
  const values = names.map((name) => own[name] ?? name).join(', ');
  const add = raw.prepare(
    `insert or ignore into ${table}(${names.join(', ')}) select ${values} from ${table} limit ?`,
  );
  while (countOf(raw, table) < count) {
    const before = countOf(raw, table);
    add.run(Math.min(count - before, 200_000));
    if (countOf(raw, table) === before) throw new Error(`${table} does not grow`);
  }
}

const random = 'lower(hex(randomblob(16)))';
/** Named after the row it is for, or SQLite picks once for all rows. */
const anyOf = (table) =>
  `(select id from ${table} where ${table}.rowid >= likes.rowid * 0 + abs(random()) % ${table === 'tracks' ? TRACKS : ACCOUNTS} + 1 limit 1)`;

function fillDataSet(raw) {
  raw.exec('begin');
  multiply(raw, 'accounts', ACCOUNTS, { id: random, username: random, username_key: random });
  multiply(raw, 'tracks', TRACKS, { id: random, file: random, demo_position: 'null' });
  multiply(raw, 'likes', LIKES, { id: random, track_id: anyOf('tracks'), account_id: anyOf('accounts') });
  raw.exec('delete from tallies');
  const pick = picker(49);
  const add = raw.prepare('insert into tallies(slot, subject, n) values (?, ?, ?)');
  const last = Math.floor(Date.now() / HALF_HOUR_MS);
  for (let slot = last - SLOTS + 1; slot <= last; slot++)
    for (const subject of STATISTICS_SUBJECTS) add.run(slot, subject, 1 + pick.below(50));
  raw.exec('commit');
}

const sumOf = (days, subject) => days.reduce((sum, day) => sum + day[subject], 0);

export const row = {
  name: 'getStatistics over two years, 50,000 recordings',
  async check({ server, people, raw }) {
    raw.prepare(`update accounts set role = 'moderator' where id = ?`).run(people.accounts[0]);
    fillDataSet(raw);
    const headers = { authorization: `Bearer ${people.tokens[0]}` };
    for (const days of STATISTICS_DAYS) {
      const reply = await fetch(`${server.url}${PATH}&days=${days}&zone=UTC`, { headers });
      const { data } = await reply.json();
      const first = Date.parse(`${data.days[0].date}T00:00:00Z`) / HALF_HOUR_MS;
      for (const subject of STATISTICS_SUBJECTS) {
        const slow = raw.prepare('select sum(n) as n from tallies where subject = ? and slot >= ?');
        const { n } = slow.all(subject, first)[0];
        if (sumOf(data.days, subject) !== n) throw new Error(`${subject} of ${days} days is not ${n}`);
      }
      if (data.days.length !== Number(days)) throw new Error(`${data.days.length} days for ${days}`);
    }
  },
  async run({ server, load, people, rounds, seconds }) {
    const authorization = `Bearer ${people.tokens[0]}`;
    const figures = STATISTICS_DAYS.map((days) => ({ days, name: `${days} days`, runs: [] }));
    for (let round = 0; round < rounds; round++) {
      for (const { days, runs } of figures) {
        const requests = [[{ path: `${PATH}&days=${days}&zone=${ZONE}`, headers: { authorization } }]];
        runs.push(await load.flood({ on: server, connections: 1, seconds, requests }));
      }
    }
    const runs = figures.flatMap((figure) => figure.runs);
    return {
      unit: 'requests',
      figures,
      bars: [
        { what: 'slowest p99', value: Math.max(...runs.map(({ p99 }) => p99)), unit: 'ms', below: BAR_MS },
        { what: 'errors', value: runs.reduce((sum, { errors }) => sum + errors, 0), unit: '', below: 1 },
      ],
    };
  },
};
