// A PostgreSQL of its own in a temporary folder, by Debian's programs; gone when it is stopped.
import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';
/** Whose the server is when we are root, which it refuses to be. */
const USERS = ['postgres', 'nobody'];

/** The folder of the newest server programs; null without any. */
export function postgresPrograms() {
  if (!existsSync(VERSIONS)) return null;
  const versions = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  const found = versions.find((version) => existsSync(join(VERSIONS, version, 'bin/initdb')));
  return found ? join(VERSIONS, found, 'bin') : null;
}

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

async function ownerIds() {
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

/** Starts one with `settings` of postgresql.conf; `port` and `directory` of one that was there start it again. */
export async function postgres(settings = {}, { directory, port } = {}) {
  const programs = postgresPrograms();
  if (!programs) throw new Error('There is no PostgreSQL here; Debian has it: apt-get install postgresql');
  const owner = await ownerIds();
  const home = directory ?? mkdtempSync(join(tmpdir(), 'aural-pg-'));
  const data = join(home, 'data');
  const number = port ?? (await freePort());
  if (!existsSync(data)) {
    mkdirSync(data, { mode: 0o700 });
    if (owner.uid !== undefined) for (const each of [home, data]) chownSync(each, owner.uid, owner.gid);
    await run(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'aural', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...owner, cwd: '/' },
    );
  }
  const given = {
    listen_addresses: '127.0.0.1',
    port: number,
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
    const isReady = await run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(number)]).then(
      () => true,
      () => false,
    );
    if (isReady) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url: `postgres://aural@127.0.0.1:${number}/postgres`,
    home,
    data,
    port: number,
    pid: child.pid,
    log: () => log,
    /** Ends it at once, as a power cut does. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGINT');
      await ended;
      if (directory === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}
