// People who look at the feed with its live line open: each does what the app does (`src/state/changes.ts`). Counters are
// shown as they come. A hint that names rows on the screen is gathered for a random moment, then the rows are read again,
// five times in fifteen seconds at most. Messages: `{ url, people, shown }` opens them, `stop` waits
// for the last hint, closes them and reports.
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { clearTimeout, setTimeout } from 'node:timers';

const GATHER_MS = 80;
const SPREAD_MS = 320;
const LOOKS = 5;
const LOOKS_MS = 15_000;
/** No hint for so long: delayed readers have received theirs as well. */
const QUIET_MS = 3000;
/** Connections opened together. */
const AT_ONCE = 20;

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const lines = [];
/** Hint → arrival at each, milliseconds. */
const heard = new Map();
const reads = [];
/** Result of a failed read → how often. */
const failures = new Map();
let [refused, lost, bytes, ended, lastHeard] = [0, 0, 0, false, 0];

const quantile = (list, at) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * at))] ?? 0;

const fail = (how) => failures.set(how, (failures.get(how) ?? 0) + 1);

function read(url, headers, ids) {
  const begun = performance.now();
  const asked = get(
    `${url}/upload.php?action=getTracks&ids=${ids.join(',')}`,
    { agent, headers },
    async (reply) => {
      try {
        const answer = await text(reply);
        reads.push(performance.now() - begun);
        if (reply.statusCode !== 200) fail(`${reply.statusCode} ${answer.slice(0, 200)}`);
      } catch (error) {
        fail(`${error.code} in the middle of the answer`);
      }
    },
  );
  asked.on('error', ({ code, message }) =>
    fail(`${code ?? message} on a ${asked.reusedSocket ? 'used' : 'new'} connection`),
  );
}

/** One user: `headers` give session and address. */
function listen(url, headers, shown) {
  const looks = [];
  let waiting = new Set();
  let timer;
  const look = () => {
    timer = undefined;
    looks.push(Date.now());
    read(url, headers, [...waiting]);
    waiting = new Set();
  };
  const hear = (event, data) => {
    const key = `${event} ${data}`;
    const times = heard.get(key) ?? [];
    heard.set(key, times);
    lastHeard = performance.now();
    times.push(lastHeard);
    if (event !== 'tracksChanged') return;
    for (const id of JSON.parse(data).trackIds) if (shown.has(id)) waiting.add(id);
    if (waiting.size === 0 || timer !== undefined) return;
    const wait = Math.max(
      GATHER_MS + Math.random() * SPREAD_MS,
      (looks.at(-LOOKS) ?? 0) + LOOKS_MS - Date.now(),
    );
    timer = setTimeout(look, wait);
  };
  return new Promise((opened) => {
    const asked = get(`${url}/api/events`, { agent: false, headers }, (reply) => {
      opened(reply.statusCode === 200);
      if (reply.statusCode !== 200) {
        refused++;
        return reply.resume();
      }
      lines.push({ asked, rest: () => clearTimeout(timer) });
      reply.on('error', () => {});
      reply.on('close', () => {
        if (!ended) lost++;
      });
      let rest = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk) => {
        bytes += chunk.length;
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop();
        for (const block of blocks) {
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/m.exec(block) ?? [];
          if (['tracksChanged', 'countersChanged', 'commentsChanged'].includes(event)) hear(event, data);
        }
      });
    });
    asked.on('error', () => opened(false));
  });
}

async function open({ url, people, shown }) {
  const ids = new Set(shown);
  // Not all at once: the server treats a thousand silent connections at once as an attack.
  let listening = 0;
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE);
    const answers = await Promise.all(some.map((headers) => listen(url, headers, ids)));
    listening += answers.filter(Boolean).length;
  }
  // Some receive a change from just before they connected.
  await quiet();
  heard.clear();
  process.send({ listening, refused });
}

async function quiet() {
  while (performance.now() - lastHeard < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function stop() {
  await quiet();
  ended = true;
  for (const { asked, rest } of lines) {
    rest();
    asked.destroy();
  }
  // A hint of a busy moment may repeat the same text: then all receive it twice.
  const each = [...heard.values()];
  process.send({
    hints: each.length,
    incomplete: each.filter((times) => times.length % lines.length !== 0).length,
    spread: quantile(
      each.filter((times) => times.length === lines.length).map((times) => times.at(-1) - times[0]),
      0.99,
    ),
    reads: reads.length,
    readP99: quantile(reads, 0.99),
    lost,
    bytes,
    failures: [...failures],
  });
  process.disconnect();
}

process.on('message', (message) => (message === 'stop' ? stop() : open(message)));
