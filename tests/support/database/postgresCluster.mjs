// A PostgreSQL in a temporary folder, run with Debian's programs and removed when stopped.
import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../server/freePort.mjs';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root; as root, one of these users runs it. */
const USERS = ['postgres', 'nobody'];

/** The folder of the newest server programs; null without any. */
export function postgresPrograms() {
  if (!existsSync(VERSIONS)) return null;
  const versions = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  const found = versions.find((version) => existsSync(join(VERSIONS, version, 'bin/initdb')));
  return found ? join(VERSIONS, found, 'bin') : null;
}

/** The user that runs PostgreSQL's programs: this user, or another when we are root. */
export async function postgresOwner() {
  if (process.getuid?.() !== 0) return {};
  for (const name of USERS) {
    const uid = await run('id', ['-u', name]).then(
      ({ stdout }) => Number(stdout),
      () => null,
    );
    if (uid === null) continue;
    const gid = Number((await run('id', ['-g', name])).stdout);
    return { uid, gid };
  }
  throw new Error(`PostgreSQL does not run as root, and there is none of the users ${USERS.join(', ')}`);
}

/** Signals the process and its children, which briefly survive a kill of the parent. */
function signalAll(pid, signal) {
  const file = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, signal);
    } catch {
      // It has already ended.
    }
  }
}

/** An empty folder that belongs to `owner`. */
function makeFolder(path, owner) {
  mkdirSync(path, { mode: 0o700, recursive: true });
  if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid);
}

const programsOrRefuse = () => {
  const programs = postgresPrograms();
  if (!programs) throw new Error('There is no PostgreSQL here; Debian has it: apt-get install postgresql');
  return programs;
};

/** Starts the cluster in `home`/data. */
async function begin({ home, port, settings, owner, isOurs }) {
  const programs = programsOrRefuse();
  const data = join(home, 'data');
  const given = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: home,
    max_connections: 300,
    shared_buffers: '64MB',
    ...settings,
  };
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
    ...owner,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log = (log + chunk).slice(-20_000);
    });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 300) throw new Error(`PostgreSQL did not start\n${log}`);
    const isReady = await run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).then(
      () => true,
      () => false,
    );
    if (isReady) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const url = `postgres://aural@127.0.0.1:${port}/postgres`;
  return {
    url,
    home,
    data,
    port,
    pid: child.pid,
    log: () => log,
    /** Rows as `psql` prints them, without column names. */
    async ask(sql) {
      const { stdout } = await run(join(programs, 'psql'), ['-X', '-A', '-t', '-c', sql, url], { cwd: '/' });
      return stdout.trim();
    },
    /** Ends it and all its processes at once, like a power cut. */
    async kill() {
      signalAll(child.pid, 'SIGKILL');
      await ended;
    },
    /** Freezes it: no answers and open connections, like a machine without power as another one sees it. */
    freeze() {
      signalAll(child.pid, 'SIGSTOP');
    },
    async stop() {
      child.kill('SIGINT');
      await ended;
      if (isOurs) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Starts a cluster with `settings` for postgresql.conf; `port` and `directory` of an earlier one restart it. */
export async function postgres(settings = {}, { directory, port } = {}) {
  const programs = programsOrRefuse();
  const owner = await postgresOwner();
  const home = directory ?? mkdtempSync(join(tmpdir(), 'aural-pg-'));
  const data = join(home, 'data');
  if (!existsSync(data)) {
    for (const each of [home, data]) makeFolder(each, owner);
    await run(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'aural', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...owner, cwd: '/' },
    );
  }
  return begin({ home, port: port ?? (await freePort()), settings, owner, isOurs: directory === undefined });
}

const STANDBY = 'standby';

/**
 * Starts a standby of `primary`, which from now on acknowledges no write without it. On `port` it replaces an earlier
 * standby.
 */
export async function synchronousStandby(primary, settings = {}, { port } = {}) {
  const programs = programsOrRefuse();
  const owner = await postgresOwner();
  const home = mkdtempSync(join(tmpdir(), 'aural-pg-'));
  makeFolder(home, owner);
  const source = `host=127.0.0.1 port=${primary.port} user=aural application_name=${STANDBY}`;
  await run(
    join(programs, 'pg_basebackup'),
    ['-d', source, '-D', join(home, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    { ...owner, cwd: '/' },
  );
  const standby = await begin({ home, port: port ?? (await freePort()), settings, owner, isOurs: true });
  await primary.ask(`alter system set synchronous_standby_names = '${STANDBY}'`);
  await primary.ask('select pg_reload_conf()');
  for (let tries = 0; (await primary.ask('select sync_state from pg_stat_replication')) !== 'sync'; tries++) {
    if (tries > 100) throw new Error(`the standby does not follow\n${standby.log()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    ...standby,
    /** Promotes the standby, as an operator or Patroni does. Resolves when it accepts writes. */
    promote: () => standby.ask('select pg_promote()'),
  };
}
