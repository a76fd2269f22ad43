// The load generator, in its own process so that it has its own core. One job per message.
//   flood: autocannon, every connection sends as soon as it is answered
//   pace:  a fixed number of requests per second, each timed from the moment it was due
import { connect } from 'node:net';
import autocannon from 'autocannon';

/** A job without an end of its own is ended by the message `stop`. */
let stop = () => {};

const quantile = (sorted, at) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0;

function summary(times, seconds, counts) {
  const sorted = Float64Array.from(times).sort();
  return {
    requests: sorted.length,
    seconds,
    perSecond: sorted.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
    ...counts,
  };
}

/** `requests`: one list per connection, or one for all; `status`: what every answer must have. */
function flood({ url, connections, seconds, amount, headers, requests, status = 200, expectBody }) {
  const times = [];
  let [first, last, bytes, wrong] = [0, 0, 0, 0];
  let index = 0;
  return new Promise((resolve, reject) => {
    const options = {
      url,
      connections,
      headers,
      expectBody,
      ...(amount ? { amount } : { duration: seconds }),
      ...(requests
        ? { setupClient: (client) => client.setRequests(requests[index++ % requests.length]) }
        : {}),
    };
    const run = autocannon(options, (error, result) => {
      if (error) return reject(error);
      const errors = result.errors + result.timeouts + result.mismatches + wrong;
      resolve({
        ...summary(times, (last - first) / 1000, { errors }),
        bytesPerSecond: bytes / ((last - first) / 1000),
      });
    });
    run.on('start', () => {
      first = performance.now();
    });
    run.on('response', (_client, code, size, milliseconds) => {
      last = performance.now();
      times.push(milliseconds);
      bytes += size;
      if (code !== status) wrong += 1;
    });
  });
}

/** Our own sockets: a request costs so little here that the pace holds next to a busy server. */
function pace({ url, connections, perSecond, status = 200 }) {
  const { hostname, port, pathname, search } = new URL(url);
  const question = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  const times = [];
  const idle = [];
  const waiting = [];
  let [sent, open, errors, ended] = [0, 0, 0, false];
  const first = performance.now();
  return new Promise((resolve) => {
    const dial = (state) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      socket.on('data', (chunk) => read(state, chunk));
      socket.on('error', () => {});
      // The server closes idle connections; a new one replaces it.
      socket.once('close', () => {
        if (ended && open === 0) return;
        dial(state);
        if (state.isAsked) answered(state, false);
      });
      state.socket = socket;
    };
    const states = Array.from({ length: connections }, () => ({ isAsked: false }));
    for (const state of states) dial(state);
    idle.push(...states);
    const ask = (state, due) => {
      Object.assign(state, { due, left: -1, head: '', isAsked: true });
      state.socket.write(question);
    };
    const read = (state, chunk) => {
      if (state.left >= 0) state.left -= chunk.length;
      else {
        state.head += chunk.toString('latin1');
        const end = state.head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(state.head.slice(0, end))?.[1]);
        state.left = length - (state.head.length - end - 4);
      }
      if (state.left <= 0) answered(state, state.head.startsWith(`HTTP/1.1 ${status} `));
    };
    const answered = (state, ok) => {
      state.isAsked = false;
      times.push(performance.now() - state.due);
      if (!ok) errors += 1;
      open -= 1;
      const next = waiting.shift();
      if (next === undefined) idle.push(state);
      else ask(state, next);
      if (ended && open === 0) finish();
    };
    const finish = () => {
      for (const { socket } of states) socket.destroy();
      resolve(summary(times, (performance.now() - first) / 1000, { errors }));
    };
    const timer = setInterval(() => {
      for (; first + (sent * 1000) / perSecond <= performance.now(); sent++) {
        open += 1;
        const due = first + (sent * 1000) / perSecond;
        // The longest idle one: none stays silent for long.
        const state = idle.shift();
        if (state) ask(state, due);
        else waiting.push(due);
      }
    }, 1);
    stop = () => {
      clearInterval(timer);
      ended = true;
      if (open === 0) finish();
    };
  });
}

const JOBS = { flood, pace };

process.on('message', async ({ id, kind, job }) => {
  if (kind === 'stop') return stop();
  try {
    process.send({ id, result: await JOBS[kind](job) });
  } catch (error) {
    process.send({ id, error: error.message });
  }
});
process.once('disconnect', () => process.exit(0));
