// The log never blocks the server (D9): with a full log volume or an unread pipe, the server answers every request, and
// counts and reports lost lines.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { promise, type Trials } from '../support/rules/promise.ts';
import { type StartOptions, startServer, type TestServer } from '../support/server/server.ts';
import { diskOf, fillDisk, onSmallDisk } from '../support/storage/smallDisk.ts';

const TOKEN = 'a-token-of-this-test';
const ENV = {
  LOG_LEVEL: 'info',
  METRICS_TOKEN: TOKEN,
  RATE_LIMIT_FACTOR: '100000',
  STORAGE_RESERVE_BYTES: '0',
};
/** 190 bytes per line: more than the server buffers. */
const REQUESTS = 8000;
const AT_ONCE = 40;
const MOST_MS = 2000;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function ask(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/assets/nothing.js`, { agent }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
    });
    sent.setTimeout(MOST_MS, () => sent.destroy(new Error(`no answer in ${MOST_MS} ms`)));
    sent.on('error', reject);
    sent.end();
  });
}

/** Requests something that does not exist; fails with the first unanswered request. */
async function askMany(url: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    let left = count;
    const worker = async () => {
      while (left-- > 0) expect(await ask(url, agent)).toBe(404);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    agent.destroy();
  }
}

async function lostLines(server: TestServer): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  return Number(/^aural_log_lines_dropped_total (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

/** The request lines and the reported losses; throws at an incomplete line. */
function readLog(text: string): { requests: number; lost: number } {
  const lines = text.split('\n').filter((line) => line !== '');
  const entries = lines.map((line) => JSON.parse(line) as { msg: string; operation?: string; lost?: number });
  return {
    requests: entries.filter(({ msg, operation }) => msg === 'request' && operation === 'asset').length,
    lost: entries.reduce((sum, { lost }) => sum + (lost ?? 0), 0),
  };
}

/** Waits until the log accounts for `asked` requests. */
async function untilComplete(read: () => string, asked: number): Promise<{ requests: number; lost: number }> {
  const until = performance.now() + 15_000;
  for (;;) {
    const text = read();
    const found = readLog(text.slice(0, text.lastIndexOf('\n') + 1));
    if (found.requests + found.lost >= asked || performance.now() > until) return found;
    await sleep(100);
  }
}

/** `begin` stops the log, `end` resumes it; `read` returns everything that arrived. */
async function survive(
  trials: Trials,
  name: string,
  server: TestServer,
  { begin, end, read }: { begin: () => void; end: () => void; read: () => string },
): Promise<void> {
  await trials.run(`${name}: before`, async () => {
    await askMany(server.url, 20);
    expect((await untilComplete(read, 20)).requests).toBe(20);
  });
  begin();
  await trials.run(`${name}: ${REQUESTS} requests while nothing can be written`, () =>
    askMany(server.url, REQUESTS),
  );
  await trials.run(`${name}: lost lines are counted`, async () =>
    expect(await lostLines(server)).toBeGreaterThan(100),
  );
  end();
  await trials.run(`${name}: lines arrive again, and one reports the number of lost lines`, async () => {
    await askMany(server.url, 20);
    const found = await untilComplete(read, REQUESTS + 40);
    expect(found.lost).toBe(await lostLines(server));
    expect(found.requests + found.lost).toBeGreaterThanOrEqual(REQUESTS + 40);
  });
}

const started = (wrap: string[], extra: NodeJS.ProcessEnv = {}, options: StartOptions = {}) =>
  startServer({ ...ENV, ...extra }, { ...options, wrap });

promise('D9', 'a full log volume loses only log lines', async (trials) => {
  const volume = mkdtempSync(join(tmpdir(), 'aural-log-'));
  const server = await started(onSmallDisk(volume, 6, { rest: ` >>'${volume}/log'` }));
  const disk = diskOf(server.pid, volume);
  let filler = '';
  try {
    await survive(trials, 'full volume', server, {
      begin: () => {
        filler = fillDisk(disk);
      },
      end: () => rmSync(filler),
      read: () => readFileSync(join(disk, 'log'), 'utf8'),
    });
  } finally {
    await server.stop();
    rmSync(volume, { recursive: true, force: true });
  }
});

/** A server that logs into a pipe of ours, and the end we read from. */
async function serverOnPipe() {
  const directory = mkdtempSync(join(tmpdir(), 'aural-pipe-'));
  const path = join(directory, 'log');
  if (spawnSync('mkfifo', [path]).status !== 0) throw new Error('not run: there is no mkfifo');
  const openReader = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let reader = openReader();
  let text = '';
  const server = await started(['sh', '-c', `exec "$@" >'${path}'`, 'sh']);
  return {
    server,
    read: () => {
      const chunk = Buffer.alloc(64 * 1024);
      for (;;) {
        try {
          const count = readSync(reader, chunk);
          if (count === 0) return text;
          text += chunk.toString('utf8', 0, count);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return text;
          throw error;
        }
      }
    },
    closeReader: () => closeSync(reader),
    openReader: () => {
      reader = openReader();
    },
    remove: () => {
      closeSync(reader);
      rmSync(directory, { recursive: true });
    },
  };
}

promise('D9', 'an unread or closed log pipe loses only log lines', async (trials) => {
  const unread = await serverOnPipe();
  await survive(trials, 'pipe nobody reads', unread.server, {
    begin: () => {},
    end: () => {},
    read: unread.read,
  }).finally(async () => {
    unread.read();
    await unread.server.stop();
    unread.remove();
  });

  const closed = await serverOnPipe();
  await survive(trials, 'pipe without a reader', closed.server, {
    begin: () => {
      closed.read();
      closed.closeReader();
    },
    end: closed.openReader,
    read: closed.read,
  }).finally(async () => {
    await closed.server.stop();
    closed.remove();
  });
});

promise(
  'D9',
  'logs uncaught errors; a rejection changes nothing, an exception ends the process after its answers',
  async (trials) => {
    const volume = mkdtempSync(join(tmpdir(), 'aural-uncaught-'));
    const log = join(volume, 'log');
    const faults =
      'process.on("SIGUSR2", () => void Promise.reject(new Error("unheard"))); process.on("SIGHUP", () => { throw new Error("uncaught"); });';
    const server = await started(['sh', '-c', `exec "$@" >>'${log}'`, 'sh'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faults)}`,
    });
    const agent = new Agent();
    try {
      await trials.run('an unhandled rejection', async () => {
        process.kill(server.pid, 'SIGUSR2');
        for (let turn = 0; turn < 20; turn++) {
          expect(await ask(server.url, agent)).toBe(404);
          await sleep(25);
        }
        expect(readFileSync(log, 'utf8')).toContain('unheard');
      });
      await trials.run('an uncaught exception', async () => {
        const until = performance.now() + 12_000;
        process.kill(server.pid, 'SIGHUP');
        const isThere = () => spawnSync('kill', ['-0', String(server.pid)]).status === 0;
        const state = () => readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.[0];
        while (isThere() && state() !== 'Z' && performance.now() < until) await sleep(50);
        const text = readFileSync(log, 'utf8');
        expect(text).toContain('"message":"uncaught"');
        expect(text).toContain('draining');
        expect(performance.now()).toBeLessThan(until);
      });
    } finally {
      agent.destroy();
      await server.stop();
      rmSync(volume, { recursive: true, force: true });
    }
  },
);
