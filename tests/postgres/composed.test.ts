// What `deploy/compose.yaml` starts, as plain processes: its commands, its settings and its scripts, with host names and folders
// of this machine. PostgreSQL with its synchronous standby, the S3 server, two processes of the server and one that looks at
// uploads, and Caddy in front.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SERVICES } from '../support/composeFile.ts';
import { postgresOwner, postgresPrograms } from '../support/postgresCluster.mjs';
import { publish, visitor } from '../support/publish.ts';
import { S3_SERVER } from '../support/s3Server.mjs';
import { recording } from '../support/testApp.ts';

const run = promisify(execFile);
const ROOT = new URL('../../', import.meta.url).pathname;
const APPS = ['app1', 'app2'];
const PASSWORD = 'Chosen0POSTGRESPASSWORD';

let home: string;
let owner: { uid?: number; gid?: number };
let programs: string;
const ports: Record<string, number> = {};
const running: { name: string; child: ChildProcess; log: () => string }[] = [];

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

function start(
  name: string,
  file: string,
  words: string[],
  options: Parameters<typeof spawn>[2],
): ChildProcess {
  const child = spawn(file, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += chunk));
  running.push({ name, child, log: () => log });
  return child;
}
const logOf = (name: string) => running.find((each) => each.name === name)?.log() ?? '';

/** As the services find each other, on this machine. */
const here = (text: string): string =>
  text
    .replace('@primary:5432,standby:5432/', `@127.0.0.1:${ports.primary},127.0.0.1:${ports.standby}/`)
    .replace('http://store:7070', `http://127.0.0.1:${ports.store}`);

const environmentOf = (service: string): Record<string, string> => SERVICES[service]?.environment ?? {};

async function ask<Row>(port: number | undefined, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: `postgres://aural:${PASSWORD}@127.0.0.1:${port}/aural` });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Settings of the image, with folders of our own and memory for a test. */
const smaller = (port: number | undefined) =>
  [
    'shared_buffers=64MB',
    'maintenance_work_mem=64MB',
    `port=${port}`,
    `unix_socket_directories=${home}`,
  ].flatMap((setting) => ['-c', setting]);

async function startPrimary(): Promise<void> {
  const data = join(home, 'primary');
  const { POSTGRES_INITDB_ARGS = '', REPLICATION_PASSWORD = '' } = environmentOf('primary');
  const secret = join(home, 'password');
  writeFileSync(secret, PASSWORD);
  const as = { ...owner, cwd: '/' };
  const initdb = ['-D', data, '-U', 'aural', '-A', 'scram-sha-256', `--pwfile=${secret}`, '--no-sync'];
  await run(join(programs, 'initdb'), [...initdb, ...POSTGRES_INITDB_ARGS.split(' ')], as);
  const [, ...words] = (SERVICES.primary?.command ?? []).map((word) =>
    word.replace('/etc/aural', join(home, 'etc')),
  );
  const command = ['-D', data, ...words, ...smaller(ports.primary)];
  // The image runs its scripts on a server of its own, before anybody else can reach it.
  const first = start('first', join(programs, 'postgres'), command, as);
  await vi.waitFor(() => run(join(programs, 'pg_isready'), ['-h', home, '-p', String(ports.primary)]), {
    timeout: 30_000,
  });
  const psql = {
    ...process.env,
    PATH: `${programs}:${process.env.PATH}`,
    PGHOST: home,
    PGPORT: String(ports.primary),
  };
  await run(join(programs, 'createdb'), ['-U', 'aural', 'aural'], { env: psql });
  await run('bash', [join(home, 'etc/primary.sh')], {
    env: { ...psql, POSTGRES_USER: 'aural', POSTGRES_DB: 'aural', REPLICATION_PASSWORD },
  });
  first.kill('SIGINT');
  await once(first, 'exit');
  start('primary', join(programs, 'postgres'), command, as);
  const ready = ['-h', '127.0.0.1', '-p', String(ports.primary)];
  await vi.waitFor(() => run(join(programs, 'pg_isready'), ready), { timeout: 30_000 });
}

async function startStandby(): Promise<void> {
  const data = join(home, 'standby');
  mkdirSync(data, { mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(data, owner.uid, owner.gid);
  const [shell = '', script = ''] = SERVICES.standby?.entrypoint ?? [];
  start('standby', shell, [script.replace('/etc/aural', join(home, 'etc')), ...smaller(ports.standby)], {
    ...owner,
    cwd: '/',
    env: {
      PATH: `${programs}:${process.env.PATH}`,
      ...environmentOf('standby'),
      PRIMARY_HOST: '127.0.0.1',
      PRIMARY_PORT: String(ports.primary),
      PGDATA: data,
      SETTINGS: join(home, 'etc'),
    },
  });
}

async function startApp(name: string): Promise<void> {
  const settings = Object.entries(environmentOf(name)).map(([key, value]) => [key, here(value)]);
  start(name, process.execPath, ['dist/api/server.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(settings),
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      DATA_DIRECTORY: join(home, 'keys'),
      TEMPORARY_DIRECTORY: join(home, 'incoming', name),
      PUBLIC_URL: `http://127.0.0.1:${ports.proxy}`,
    },
  });
}

beforeAll(async () => {
  programs = postgresPrograms() ?? '';
  owner = await postgresOwner();
  home = mkdtempSync(join(tmpdir(), 'aural-composed-'));
  for (const name of ['primary', 'standby', 'store', ...APPS, 'inspector', 'proxy'])
    ports[name] = await freePort();
  for (const folder of ['etc', 'archive', 'store']) mkdirSync(join(home, folder));
  cpSync(join(ROOT, 'deploy/postgres'), join(home, 'etc'), { recursive: true });
  // The volume of the archive is a folder here.
  const conf = join(home, 'etc/postgresql.conf');
  writeFileSync(conf, readFileSync(conf, 'utf8').replaceAll('/archive/', `${join(home, 'archive')}/`));
  chmodSync(home, 0o755);
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const folder of [home, join(home, 'archive')]) chownSync(folder, owner.uid, owner.gid);
  await startPrimary();
  await startStandby();
  const [, , line = ''] = SERVICES.store?.entrypoint ?? [];
  const words = line
    .replaceAll('/store', join(home, 'store'))
    .replace('exec versitygw', `exec ${S3_SERVER}`)
    .replace(':7070', `127.0.0.1:${ports.store}`);
  start('store', 'sh', ['-c', words], { env: { ...process.env, ...environmentOf('store') } });
  for (const name of [...APPS, 'inspector']) await startApp(name);
  start('proxy', 'caddy', ['run', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      DOMAIN: `http://127.0.0.1:${ports.proxy}`,
      UPSTREAMS: `127.0.0.1:${ports.app1} 127.0.0.1:${ports.app2}`,
    },
  });
}, 120_000);

afterAll(async () => {
  for (const { child } of running.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(timer);
  }
  rmSync(home, { recursive: true, force: true });
}, 90_000);

const proxied = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${ports.proxy}${path}`, init);

test('both processes are ready behind the proxy, which shows nobody the figures', async () => {
  await vi.waitFor(
    async () => {
      for (const name of [...APPS, 'inspector']) {
        const reply = await fetch(`http://127.0.0.1:${ports[name]}/readyz`).catch(() => null);
        expect(reply?.status, `${logOf(name)}\n${logOf('primary')}\n${logOf('standby')}`).toBe(200);
      }
      expect((await proxied('/upload.php?action=getConfig')).status, logOf('proxy')).toBe(200);
    },
    { timeout: 60_000, interval: 500 },
  );
  // Not even who has the token.
  const own = { authorization: `Bearer ${environmentOf('app1').METRICS_TOKEN}` };
  expect((await proxied('/metrics', { headers: own })).status).toBe(404);
  const figures = await fetch(`http://127.0.0.1:${ports.app1}/metrics`, { headers: own });
  expect(await figures.text()).toContain('aural_storage_up 1');
}, 90_000);

test('an upload is looked at by the process that does nothing else', async () => {
  const person = visitor(`http://127.0.0.1:${ports.proxy}`);
  const sent = await publish(person, recording(), { title: 'Seen', filename: 'x.wav', type: 'audio/wav' });
  expect(sent.success, logOf('inspector')).toBe(true);
}, 60_000);

test('a commit waits for the standby, which has it; full segments of the log are copied away', async () => {
  const standbys = await ask<{ application_name: string; sync_state: string }>(
    ports.primary,
    'select application_name, sync_state from pg_stat_replication',
  );
  expect(standbys).toEqual([{ application_name: 'standby', sync_state: 'sync' }]);
  const body = JSON.stringify({ follow: { followingId: 'nobody' } });
  const json = { 'content-type': 'application/json' };
  await proxied('/upload.php?action=addFollow', { method: 'POST', headers: json, body });
  const count = 'select count(*) as n from accounts';
  const [here_, there] = [await ask(ports.primary, count), await ask(ports.standby, count)];
  expect(there).toEqual(here_);
  await ask(ports.primary, 'select pg_switch_wal()');
  await vi.waitFor(
    async () => {
      const [row] = await ask<{ archived_count: string; failed_count: string }>(
        ports.primary,
        'select archived_count, failed_count from pg_stat_archiver',
      );
      expect(Number(row?.archived_count), logOf('primary')).toBeGreaterThan(0);
      expect(Number(row?.failed_count)).toBe(0);
    },
    { timeout: 30_000, interval: 300 },
  );
}, 60_000);

test('an event stream comes through as it is written, and a process that drains is asked nothing more', async () => {
  const stream = await proxied('/api/events', { headers: { accept: 'text/event-stream' } });
  const reader = stream.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  await reader?.cancel();
  const app1 = running.find(({ name }) => name === 'app1')?.child;
  const ended = app1 && once(app1, 'exit');
  const answers: number[] = [];
  let isOver = false;
  const asking = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        answers.push((await proxied('/upload.php?action=getTracks&limit=1')).status);
        // One address may not ask for more.
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    }),
  );
  app1?.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  isOver = true;
  await asking;
  expect(answers.length).toBeGreaterThan(20);
  expect([...new Set(answers)]).toEqual([200]);
}, 60_000);
