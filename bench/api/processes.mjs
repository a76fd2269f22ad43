// The three processes of a run: the built server, bare Koa, the load generator.
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readFileSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TMPFS = 0x01021994;
const at = (file) => fileURLToPath(new URL(file, import.meta.url));

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Token for `/metrics`. */
const METRICS_TOKEN = randomBytes(16).toString('hex');

/** Clock ticks of `/proc/PID/stat` per second, on every Linux. */
const TICKS = 100;

/** Processor seconds used by a process; independent of other load. */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** fsync costs nothing on a RAM disk, so figures from there are meaningless. */
export function refuseRamDisk(folder) {
  if (statfsSync(folder).type === TMPFS)
    throw new Error(`${folder} is a RAM disk; the figures would be too good`);
}

/**
 * dist/api/server.js as in production: rate limits multiplied by their own setting, addresses from the proxy.
 * `profile` writes a V8 CPU profile there when the server stops; `settings` are variables that differ from a file's.
 * @param {string} data
 * @param {{ profile?: string, settings?: Record<string, string> }} [options]
 */
export async function startServer(data, { profile, settings } = {}) {
  const port = await freePort();
  const log = openSync(join(data, 'server.log'), 'a');
  const args = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const child = spawn(process.execPath, [...args, join(ROOT, 'dist/api/server.js')], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: `file:${join(data, 'aural.db')}`,
      STORAGE_URL: `file:${join(data, 'blobs')}`,
      // Rows of a bench have no audio, and most are written before there is a key.
      STORAGE_ADOPT: 'on',
      SERVER_KEY_REPLACE: 'on',
      DEMO_MODE: 'off',
      RATE_LIMIT_FACTOR: '1000000',
      TRUST_PROXY: 'on',
      STORAGE_RESERVE_BYTES: '0',
      METRICS_TOKEN,
      ...settings,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null)
      throw new Error(`the server ended: ${readFileSync(join(data, 'server.log'))}`);
    if (
      await fetch(`${url}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  /** One figure of `/metrics`; reading it begins a new interval of the event-loop delay. */
  const metric = async (name) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${url}/metrics`, { headers })).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  };
  return {
    url,
    pid: child.pid,
    metric,
    processorSeconds: () => processorSeconds(child.pid),
    /** Resident bytes now, without a request where the system reports them. */
    residentBytes() {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      return Number(kilobytes) * 1024;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** @param {string} jsonFile Body of `/json`. */
export async function startBareKoa(jsonFile) {
  const child = fork(at('bareKoa.mjs'), [jsonFile], { env: { ...process.env, NODE_ENV: 'production' } });
  const [{ port }] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    processorSeconds: () => processorSeconds(child.pid),
    stop: () => child.disconnect(),
  };
}

export function startLoad() {
  const child = fork(at('load.worker.mjs'));
  let serial = 0;
  const ask = (kind, job) => {
    const id = ++serial;
    child.send({ id, kind, job });
    return new Promise((resolve, reject) => {
      const listen = (answer) => {
        if (answer.id !== id) return;
        child.off('message', listen);
        if (answer.error) reject(new Error(answer.error));
        else resolve(answer.result);
      };
      child.on('message', listen);
    });
  };
  return {
    /** `on`: the process that answers; what it used per request is `processorMs`. */
    async flood({ on, ...job }) {
      const before = on.processorSeconds();
      const run = await ask('flood', { url: on.url, ...job });
      return { ...run, processorMs: ((on.processorSeconds() - before) * 1000) / run.requests };
    },
    /** Runs until `stop`. */
    pace(job) {
      const result = ask('pace', job);
      return { result, stop: () => child.send({ kind: 'stop' }) };
    },
    stop: () => child.disconnect(),
  };
}
