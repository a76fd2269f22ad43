// Writes while 1,000 users look at the feed with an open event stream: likes and comments, each durable before it is
// answered, each announced to all listeners, who then read what changed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { picker } from './dataSet.mjs';

const WRITERS = 20;
const LISTENERS = 1000;
/** As many as the first page of the feed shows. */
const SHOWN = 36;
/** Writes per comment. */
const COMMENT_EVERY = 10;
const WORKER = fileURLToPath(new URL('./listeners.worker.mjs', import.meta.url));

/** Each from its own address; those with a session first. */
const people = (tokens) =>
  Array.from({ length: LISTENERS }, (_, index) => ({
    'x-forwarded-for': `10.${index >> 8}.${index & 255}.7`,
    ...(index < tokens.length ? { authorization: `Bearer ${tokens[index]}` } : {}),
  }));

async function openListeners(url, tokens, shown) {
  const child = fork(WORKER);
  child.send({ url, people: people(tokens), shown });
  const [opened] = await once(child, 'message');
  return {
    ...opened,
    async stop() {
      child.send('stop');
      const [result] = await once(child, 'message');
      return result;
    },
  };
}

/** Per user: likes of tracks they do not like yet, with comments in between. */
function writesOf(raw, account, token, tracks, count, pick) {
  const known = raw.prepare('select track_id from likes where account_id = ?').all(account);
  const liked = new Set(known.map(({ track_id }) => track_id));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (action, body) => ({
    method: 'POST',
    path: `/upload.php?action=${action}`,
    headers,
    body: JSON.stringify(body),
  });
  return Array.from({ length: count }, (_, index) => {
    let trackId = tracks[pick.skewed(tracks.length)];
    if (index % COMMENT_EVERY === 0) return post('addComment', { trackId, content: `leise ${index}` });
    while (liked.has(trackId)) trackId = tracks[pick.below(tracks.length)];
    liked.add(trackId);
    return post('addLike', { like: { trackId } });
  });
}

const counts = (raw) =>
  raw.prepare('select (select count(*) from likes) + (select count(*) from comments) as n').all()[0].n;

/** Number of failures by message, over all rounds. */
function howOften(failures) {
  const counts = new Map();
  for (const [how, count] of failures) counts.set(how, (counts.get(how) ?? 0) + count);
  return [...counts];
}

export const row = {
  name: 'likes and comments with 1,000 listeners',
  async check({ server, people: { tokens } }) {
    const refused = await fetch(`${server.url}/api/events`, { method: 'POST' });
    if (refused.status !== 405) throw new Error(`events are posted: ${refused.status}`);
    const leave = new AbortController();
    const headers = { authorization: `Bearer ${tokens[61]}` };
    const line = await fetch(`${server.url}/api/events`, { headers, signal: leave.signal });
    if (line.status !== 200) throw new Error(`the event stream does not open: ${line.status}`);
    leave.abort();
  },
  async run({ server, load, people: { tokens, accounts }, tracks, raw, rounds, quick }) {
    const each = quick ? 100 : 250;
    const pick = picker(23);
    const written = { name: 'writes, each sent to all', runs: [] };
    const all = [];
    const residentBefore = server.residentBytes();
    let inexact = 0;
    for (let round = 0; round < rounds; round++) {
      const listeners = await openListeners(server.url, tokens, tracks.slice(0, SHOWN));
      const requests = Array.from({ length: WRITERS }, (_, index) =>
        writesOf(raw, accounts[index], tokens[index], tracks, each, pick),
      );
      const before = counts(raw);
      const amount = WRITERS * each;
      written.runs.push(await load.flood({ on: server, connections: WRITERS, amount, requests }));
      inexact += Math.abs(amount - (counts(raw) - before));
      const resident = server.residentBytes();
      const { stop, ...opened } = listeners;
      all.push({ ...opened, resident, ...(await stop()) });
    }
    const most = (name) => Math.max(...all.map((one) => one[name]));
    const sum = (name) => all.reduce((total, one) => total + one[name], 0);
    const errors = written.runs.reduce((total, run) => total + run.errors, 0);
    const failures = all.flatMap((one) => one.failures);
    const failed = failures.reduce((total, [, count]) => total + count, 0);
    return {
      unit: 'writes',
      figures: [written],
      bars: [
        { what: 'listeners at once', value: Math.min(...all.map(({ listening }) => listening)), unit: '' },
        { what: 'refused with Retry-After', value: most('refused'), unit: '' },
        { what: 'p99', value: Math.max(...written.runs.map(({ p99 }) => p99)), unit: 'ms' },
        { what: 'hints', value: sum('hints'), unit: '' },
        {
          what: 'from the first to the last listener that receives one, p99',
          value: most('spread'),
          unit: 'ms',
          below: 1000,
        },
        { what: 'hints that some did not receive', value: sum('incomplete'), unit: '', below: 1 },
        { what: 'rows read again', value: sum('reads'), unit: 'times' },
        { what: 'p99 of these', value: most('readP99'), unit: 'ms' },
        { what: 'connections lost', value: sum('lost'), unit: '', below: 1 },
        { what: 'memory growth', value: (most('resident') - residentBefore) / 1e6, unit: 'MB' },
        { what: 'rows off', value: inexact, unit: '', below: 1 },
        { what: 'errors', value: errors + failed, unit: '', below: 1 },
        ...howOften(failures).map(([how, value]) => ({ what: `reads that failed: ${how}`, value, unit: '' })),
      ],
    };
  },
};
