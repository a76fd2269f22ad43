// Configurations and databases that the shipped server refuses, and file permissions that it sets at start.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../api/app.ts';
import { loadSqlite } from '../../api/db/driver.ts';
import { holdInstallation } from '../../api/db/instanceLock.ts';
import { readEnv } from '../../api/env.ts';
import { openDeps } from '../../api/open.ts';
import { requireFolders } from '../../api/storage/folders.ts';
import { longRecording } from '../support/audio/longRecording.ts';
import { signIn, visitor } from '../support/server/publish.ts';
import { createAdmin, startServer, type TestServer } from '../support/server/server.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { createTransfer, readTransfer, sendPiece } from '../support/server/transfers.ts';
import { asNobody } from '../support/server/unprivileged.ts';
import { onSmallDisk } from '../support/storage/smallDisk.ts';

const ADMIN = { ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: 'Correct-Horse-9' };
const ROOT = new URL('../../', import.meta.url).pathname;
let directory: string;
const running: TestServer[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'aural-start-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Does what the server does before it listens; returns why it refuses. */
async function refusal(extra: Record<string, string>): Promise<string> {
  try {
    const env = readEnv({
      LOG_LEVEL: 'silent',
      DATABASE_URL: `file:${directory}/aural.db`,
      STORAGE_URL: `file:${directory}/blobs`,
      ...extra,
    });
    requireFolders(env);
    const lock = env.postgres ? null : await holdInstallation(env);
    try {
      const deps = await openDeps(env);
      await createApp(deps).finally(deps.close);
    } finally {
      lock?.release();
    }
    return 'started';
  } catch (error) {
    let message = '';
    for (let each = error; each instanceof Error; each = each.cause) message += `${each.message}\n`;
    return message;
  }
}

async function started(extra: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const server = await startServer({ LOG_LEVEL: 'warn', ...extra }, { data: directory });
  running.push(server);
  return server;
}

/** Exit code and output of a refused start; code 0 when it starts. */
async function refusedStart(extra: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  return startServer({ STORAGE_RESERVE_BYTES: '0', ...extra }, { data: directory }).then(
    async (server) => {
      await server.stop();
      return { code: 0, output: '' };
    },
    (error: Error) => ({
      code: Number(/server ended with (\d+)/.exec(error.message)?.[1] ?? -1),
      output: error.message,
    }),
  );
}

/** Runs a shipped command to its end. */
async function command(env: NodeJS.ProcessEnv, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}

describe('one process at a time', () => {
  it('refuses a second server on the same data and keeps the first one’s unfinished upload', async () => {
    const first = await started();
    const person = visitor(first.url);
    const bytes = longRecording(1024 * 1024);
    const { key } = await createTransfer(person, bytes);
    const half = bytes.subarray(0, bytes.length / 2);
    expect((await sendPiece(person, key, 0, half)).status).toBeLessThan(300);

    const same = await refusedStart({});
    expect(same.output).toContain(`The database ${directory}/aural.db (DATABASE_URL) is in use`);
    expect(same.code).toBe(1);
    const sameAudio = await refusedStart({ DATABASE_URL: `file:${directory}/other.db` });
    expect(sameAudio.output).toContain(`The audio folder ${directory}/blobs (STORAGE_URL) is in use`);
    expect(sameAudio.code).toBe(1);

    expect((await readTransfer(person, key)).state?.offset).toBe(half.length);
    expect((await sendPiece(person, key, half.length, bytes.subarray(half.length))).state?.offset).toBe(
      bytes.length,
    );
  });
});

describe('configuration', () => {
  it('an empty variable counts as unset', () => {
    for (const value of ['', ' ', '\t'])
      expect(readEnv({ PORT: value, HOST: value, METRICS_TOKEN: value, ADMIN_PASSWORD: value })).toEqual(
        readEnv({}),
      );
  });

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['TRUST_PROXIE', 'TRUST_PROXY'],
    ['OPERATOR_MAIL', 'OPERATOR_EMAIL'],
  ])('the misspelt variable %s is named with %s', (name, meant) => {
    expect(() => readEnv({ [name]: 'on' })).toThrow(
      `${name}: there is no such setting. Did you mean ${meant}?`,
    );
  });

  it('variables of other programs are ignored', () => {
    expect(
      readEnv({ PATH: '/bin', HOSTNAME: 'x', DATABASE_CLEANER: 'on', npm_config_user_agent: 'x' }),
    ).toEqual(readEnv({}));
  });

  it.each([
    ['short', 'METRICS_TOKEN'],
    ['with spaces in the middle', 'METRICS_TOKEN'],
    ['Umlaute-sind-nicht-gültig', 'METRICS_TOKEN'],
  ])('refuses the token %j', (token, name) => {
    expect(() => readEnv({ METRICS_TOKEN: token })).toThrow(name);
  });

  it.each(['0x10', '1e3', ' 80', '80 ', '-1', '3000.0'])('refuses the port %j', (port) => {
    expect(() => readEnv({ PORT: port })).toThrow('PORT');
  });

  it('a port in use and a password too short stop the shipped server with the setting to change', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const inUse = await refusedStart({ PORT: String(port) });
    other.close();
    expect(inUse.output).toContain(
      `Port ${port} is in use. Stop the other program, or set PORT to a free port.`,
    );
    expect(inUse.code).toBe(1);
    const weak = await refusedStart({ ADMIN_USERNAME: 'night_watch', ADMIN_PASSWORD: 'short' });
    expect(weak.output).toContain('The admin of ADMIN_USERNAME and ADMIN_PASSWORD cannot be created.');
    expect(weak.output).not.toContain('short');
    expect(weak.code).toBe(1);
  });

  it.each([
    [
      'a file as the data folder',
      { DATABASE_URL: 'file:PLAIN/aural.db' },
      'PLAIN (DATABASE_URL) cannot be a folder',
    ],
    ['a file as the audio folder', { STORAGE_URL: 'file:PLAIN' }, 'PLAIN (STORAGE_URL) cannot be a folder'],
    ['a folder as the database', { DATABASE_URL: 'file:HERE' }, 'HERE (DATABASE_URL) is a folder'],
    [
      'another program’s database',
      { DATABASE_URL: 'file:FOREIGN' },
      'holds tables of another program (customers)',
    ],
    ['a text file as the database', { DATABASE_URL: 'file:PLAIN' }, 'PLAIN (DATABASE_URL) is not a database'],
    [
      'a device as the database',
      { DATABASE_URL: 'file:/dev/full' },
      '/dev/full (DATABASE_URL) is not a database',
    ],
    [
      'a folder of the system for the database',
      { DATABASE_URL: 'file:/sys/a.db' },
      '/sys/a.db (DATABASE_URL) cannot be',
    ],
    [
      'a folder of the system for the audio',
      { STORAGE_URL: 'file:/proc/blobs' },
      '/proc/blobs (STORAGE_URL) cannot be used (ENOENT)',
    ],
    [
      'rules that are missing',
      { RULES_FILE: 'PLAIN.json' },
      'RULES_FILE PLAIN.json: cannot be read (ENOENT). Correct the path.',
    ],
    ['rules that are not JSON', { RULES_FILE: 'PLAIN' }, 'RULES_FILE PLAIN: is not JSON'],
    ['a level of the log that is none', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn,'],
    [
      'no database server',
      { DATABASE_URL: 'postgres://u@127.0.0.1:1/a' },
      '(DATABASE_URL) cannot be opened: connect ECONNREFUSED',
    ],
    [
      'a public address with a path',
      { PUBLIC_URL: 'https://aural.example/app' },
      'PUBLIC_URL must have no path',
    ],
  ])('refuses %s and names the setting', async (_what, settings, sentence) => {
    const [plain, foreign] = [join(directory, 'plain'), join(directory, 'foreign.db')];
    writeFileSync(plain, 'text');
    const { DatabaseSync } = await loadSqlite();
    const other = new DatabaseSync(foreign);
    other.exec('create table customers(id integer)');
    other.close();
    const at = (text: string) =>
      text.replace('PLAIN', plain).replace('HERE', directory).replace('FOREIGN', foreign);
    const given = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, at(value)]));
    const before = readFileSync(foreign);
    expect(await refusal(given)).toContain(at(sentence));
    expect(readFileSync(foreign).equals(before)).toBe(true);
    expect(readFileSync(plain, 'utf8')).toBe('text');
  });

  it('refuses folders that its user may not write, and names the setting', async () => {
    chmodSync(directory, 0o755);
    const wrap = await asNobody(join(directory, 'own'));
    const locked = join(directory, 'locked');
    mkdirSync(locked, { mode: 0o555 });
    for (const [name, value] of [
      ['DATABASE_URL', `file:${locked}/aural.db`],
      ['STORAGE_URL', `file:${locked}/blobs`],
    ] as const) {
      const refused = startServer({ [name]: value }, { data: join(directory, 'own'), wrap });
      await expect(refused).rejects.toThrow(`(${name}) cannot be written by this user. Change its owner`);
    }
  });

  /** What a server says that cannot start in `directory`. */
  async function refusedIn(wrap: readonly string[] = []): Promise<string> {
    const [program = '', ...args] = [...wrap, process.execPath, join(ROOT, 'dist/api/server.js')];
    const child = spawn(program, args, {
      cwd: directory,
      env: { PATH: process.env.PATH, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    await once(child, 'close');
    return output;
  }

  it('refuses a .env that its user may not read', async () => {
    const file = join(directory, '.env');
    writeFileSync(file, 'PORT=none\n', { mode: 0o000 });
    chmodSync(directory, 0o755);
    const wrap = await asNobody(join(directory, 'own'));
    expect(await refusedIn(wrap)).toContain(`${file} cannot be read by this user. Change its owner`);
  });

  it('reads .env of the working directory, where exported variables win', async () => {
    writeFileSync(join(directory, '.env'), 'METRICS_TOKEN=too short\nPORT=none\n');
    const output = await refusedIn();
    expect(output).toContain('METRICS_TOKEN must have 16 printable characters');
    expect(output).not.toContain('PORT');
  });

  it('a command creates no database', async () => {
    const file = join(directory, 'mistyped.db');
    const env = { ...process.env, DATABASE_URL: `file:${file}`, STORAGE_URL: `file:${directory}/blobs` };
    expect(await command(env, 'dist/api/admin.js', 'night_watch', 'Candle-light-42')).toBe(1);
    expect(existsSync(file)).toBe(false);
    // An empty file is no database either, and stays one.
    writeFileSync(file, '');
    expect(await command(env, 'dist/api/backup.js', 'backup', join(directory, 'backup'))).toBe(1);
    expect(statSync(file).size).toBe(0);
    // A restore without a backup leaves no folders either.
    const elsewhere = join(directory, 'elsewhere');
    const target = {
      ...env,
      DATABASE_URL: `file:${elsewhere}/aural.db`,
      STORAGE_URL: `file:${elsewhere}/blobs`,
    };
    expect(await command(target, 'dist/api/backup.js', 'restore', join(directory, 'no-backup'))).toBe(1);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('a folder without the app stops the server with the build command; none serves no app', async () => {
    expect(await refusal({ WEB_DIRECTORY: join(directory, 'nothing') })).toContain('npm run build:web');
    const app = await createTestApp({ env: { WEB_DIRECTORY: 'none' } });
    expect((await fetch(app.url, { headers: { accept: 'text/html' } })).status).toBe(404);
    await app.close();
  });
});

describe('metrics', () => {
  const statusFor = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/metrics`, { headers })).status;

  it('do not exist without a configured token', async () => {
    const app = await createTestApp();
    expect(await statusFor(app.url)).toBe(404);
    expect(await statusFor(app.url, { authorization: 'Bearer ' })).toBe(404);
    await app.close();
  });

  it('require the configured token', async () => {
    const token = 'sixteen-or-more!';
    const app = await createTestApp({ env: { METRICS_TOKEN: token } });
    expect(await statusFor(app.url)).toBe(404);
    const reply = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const text = await reply.text();
    for (const name of [
      'process_open_fds',
      'aural_connections',
      'aural_requests_in_flight 1',
      'aural_requests_waiting 0',
      'aural_sockets_cut_total{reason="pipelining"} 0',
      'aural_log_lines_dropped_total 0',
    ])
      expect(text).toContain(name);
    await app.close();
  });
});

describe('files', () => {
  /** Files in the data folder that other users may read or write. */
  const open = () =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => (statSync(path).mode & 0o077) !== 0);

  it('of the reserve make room to start on a full disk, and an admin signs in', async () => {
    const settings = { ...ADMIN, DATABASE_RESERVE_BYTES: String(4 * 1024 * 1024) };
    await (await startServer({ LOG_LEVEL: 'warn', ...settings }, { data: directory })).stop();
    const saved = `${directory}-saved`;
    cpSync(directory, saved, { recursive: true });
    try {
      const fill = `cp -a '${saved}/.' '${directory}'; cat /dev/zero > '${directory}/filler' 2>/dev/null`;
      const wrap = onSmallDisk(directory, 24, { fill });
      const server = await startServer({ LOG_LEVEL: 'silent', ...settings }, { data: directory, wrap });
      running.push(server);
      await signIn(server.url, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD);
    } finally {
      rmSync(saved, { recursive: true });
    }
  });

  it('are readable only by their owner in a folder that others may enter, including files of commands, and again after a restart', async () => {
    chmodSync(directory, 0o755);
    const server = await started({
      WEB_DIRECTORY: 'none',
      ADMIN_USERNAME: 'chief',
      ADMIN_PASSWORD: 'Correct-Horse-9',
    });
    await createAdmin(server, 'second_chief', 'Correct-Horse-9');
    expect(await command(server.env, 'dist/api/backup.js', 'backup', join(directory, 'backup'))).toBe(0);
    expect(open()).toEqual([]);
    await running.pop()?.stop();

    const names = readdirSync(directory).filter((name) => statSync(join(directory, name)).isFile());
    expect(names).toEqual(expect.arrayContaining(['aural.db', 'aural.db.lock', 'limits.db', 'server.key']));
    for (const name of names) chmodSync(join(directory, name), 0o644);
    // As a database at /dev/null would have the folder /dev: what is not a file keeps its permissions.
    const pipe = join(directory, 'aural.db.pipe');
    execFileSync('mkfifo', ['-m', '666', pipe]);
    await started({ WEB_DIRECTORY: 'none' });
    expect(open()).toEqual([]);
    expect(statSync(pipe).mode & 0o777).toBe(0o666);
  });
});
