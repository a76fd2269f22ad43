// Services of `deploy/compose.yaml` as plain processes: their commands, settings and scripts, with this machine's host
// names and folders in place of the containers'.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { vi } from 'vitest';
import { postgresOwner, postgresPrograms } from '../database/postgresCluster.mjs';
import { SERVICES } from '../rules/composeFile.ts';
import { s3Program } from '../storage/s3Programs.mjs';
import { freePort, stablePort } from './freePort.mjs';
import { StartedProcesses } from './startedProcesses.ts';

const run = promisify(execFile);
const ROOT = new URL('../../../', import.meta.url).pathname;
const PASSWORD = 'Chosen0POSTGRESPASSWORD';
const DATABASES = ['primary', 'standby'] as const;
/** The parts of the store use these ports to find each other. */
const STORE_PORTS = ['7070', '17070', '8080', '18080', '8888', '18888', '9333', '19333'] as const;
const NAMES = [...DATABASES, 'store', 'app1', 'app2', 'inspector', 'proxy'] as const;
export type ServiceName = (typeof NAMES)[number];
export type DatabaseName = (typeof DATABASES)[number];

export const settingsOf = (service: ServiceName): Record<string, string> =>
  SERVICES[service]?.environment ?? {};

export class ComposedProcesses {
  readonly ports = {} as Record<ServiceName, number>;
  readonly #home: string;
  readonly #owner: { uid?: number; gid?: number };
  readonly #programs: string;
  readonly #processes = new StartedProcesses();
  readonly #storePorts = new Map<string, number>();
  #isOver = false;

  private constructor(owner: { uid?: number; gid?: number }) {
    this.#owner = owner;
    this.#programs = postgresPrograms() ?? '';
    this.#home = mkdtempSync(join(tmpdir(), 'aural-composed-'));
  }

  /** Starts no service. */
  static async create(): Promise<ComposedProcesses> {
    const made = new ComposedProcesses(await postgresOwner());
    for (const name of NAMES) made.ports[name] = await freePort();
    for (const port of STORE_PORTS) made.#storePorts.set(port, await stablePort());
    made.ports.store = made.#storePorts.get('7070') ?? 0;
    const home = made.#home;
    for (const folder of ['etc', 'archive', 'objects', 'programs']) mkdirSync(join(home, folder));
    symlinkSync(s3Program('seaweedfs').path, join(home, 'programs/weed'));
    writeFileSync(join(home, 'etc/store.sh'), made.#ofStore(readFileSync('deploy/store.sh', 'utf8')));
    cpSync(join(ROOT, 'deploy/postgres'), join(home, 'etc'), { recursive: true });
    // The archive's volume is a folder here.
    for (const file of ['postgresql.conf', 'restore.sh'].map((name) => join(home, 'etc', name)))
      writeFileSync(file, made.#ofHome(readFileSync(file, 'utf8')));
    chmodSync(home, 0o755);
    for (const folder of ['', 'archive']) made.#give(join(home, folder));
    return made;
  }

  #ofHome = (text: string) => text.replaceAll('/archive/', `${join(this.#home, 'archive')}/`);

  #ofStore = (script: string) =>
    script
      .replace(/\b\d{4,5}\b/g, (port) => String(this.#storePorts.get(port) ?? port))
      .replaceAll('0.0.0.0', '127.0.0.1')
      .replaceAll('=/tmp/', `=${this.#home}/`)
      .replace('=/data', `=${join(this.#home, 'objects')}`);

  #give(folder: string): void {
    const { uid, gid } = this.#owner;
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  }

  /** Empties the volume. */
  emptied(name: DatabaseName): void {
    const data = join(this.#home, name);
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { mode: 0o700 });
    this.#give(data);
  }

  /** The environment of a database's containers. */
  environment(name: DatabaseName): NodeJS.ProcessEnv {
    const { PRIMARY_HOST = '', ...settings } = settingsOf(name);
    return {
      ...settings,
      PATH: `${this.#programs}:${process.env.PATH}`,
      PGDATA: join(this.#home, name),
      PGHOST: '127.0.0.1',
      PGPORT: String(this.ports[name]),
      PGPASSWORD: PASSWORD,
      PRIMARY_HOST: '127.0.0.1',
      PRIMARY_PORT: String(this.ports[PRIMARY_HOST as DatabaseName]),
      SETTINGS: join(this.#home, 'etc'),
    };
  }

  /** The image's settings, with local folders and little memory. */
  #smaller(name: DatabaseName): string[] {
    return [
      'shared_buffers=64MB',
      'maintenance_work_mem=64MB',
      `port=${this.ports[name]}`,
      `unix_socket_directories=${this.#home}`,
    ].flatMap((setting) => ['-c', setting]);
  }

  #start = (name: string, file: string, words: string[], options: Parameters<typeof spawn>[2]) =>
    this.#processes.start(name, file, words, options);

  childOf = (name: string) => this.#processes.childOf(name);
  logOf = (name: string) => this.#processes.logOf(name);
  isRunning = (name: string) => this.#processes.isRunning(name);
  stop = (name: ServiceName, signal?: NodeJS.Signals) => this.#processes.stop(name, signal);

  /** Runs `bash` in a container of that database, as `docker compose run` or `exec` would; `input` is its standard input. */
  async bash(
    name: DatabaseName,
    words: string[],
    { input, also = {} }: { input?: Buffer; also?: Record<string, string> } = {},
  ): Promise<Buffer> {
    const here = words.map((word) => word.replace('/etc/aural', join(this.#home, 'etc')));
    const child = spawn('bash', here, {
      ...this.#owner,
      cwd: '/',
      env: { ...this.environment(name), ...also },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`bash ${words.join(' ')} ended with ${code}\n${said}`);
    return Buffer.concat(chunks);
  }

  async #isReady(name: DatabaseName, host = '127.0.0.1'): Promise<void> {
    await vi.waitFor(
      () => run(join(this.#programs, 'pg_isready'), ['-h', host, '-p', String(this.ports[name])]),
      { timeout: 30_000 },
    );
  }

  #commandOfPrimary(): string[] {
    const [, ...words] = (SERVICES.primary?.command ?? []).map((word) =>
      word.replace('/etc/aural', join(this.#home, 'etc')),
    );
    return ['-D', join(this.#home, 'primary'), ...words, ...this.#smaller('primary')];
  }

  /** Does what the image does with an empty volume. */
  async #initPrimary(): Promise<void> {
    const { POSTGRES_INITDB_ARGS = '', REPLICATION_PASSWORD = '' } = settingsOf('primary');
    const secret = join(this.#home, 'password');
    writeFileSync(secret, PASSWORD);
    const as = { ...this.#owner, cwd: '/' };
    const data = join(this.#home, 'primary');
    const initdb = ['-D', data, '-U', 'aural', '-A', 'scram-sha-256', `--pwfile=${secret}`, '--no-sync'];
    await run(join(this.#programs, 'initdb'), [...initdb, ...POSTGRES_INITDB_ARGS.split(' ')], as);
    // The image runs its scripts on a temporary server that no client can reach.
    const first = this.#start('first', join(this.#programs, 'postgres'), this.#commandOfPrimary(), as);
    await this.#isReady('primary', this.#home);
    const psql = { ...this.environment('primary'), PGHOST: this.#home };
    await run(join(this.#programs, 'createdb'), ['-U', 'aural', 'aural'], { env: psql });
    await run('bash', [join(this.#home, 'etc/primary.sh')], {
      env: { ...psql, POSTGRES_USER: 'aural', POSTGRES_DB: 'aural', REPLICATION_PASSWORD },
    });
    const gone = once(first, 'exit');
    first.kill('SIGINT');
    await gone;
  }

  async startPrimary(): Promise<void> {
    const as = { ...this.#owner, cwd: '/' };
    this.#start('primary', join(this.#programs, 'postgres'), this.#commandOfPrimary(), as);
    await this.#isReady('primary');
  }

  /** Resolves before it is ready. Like its container, it restarts after a failure, for example without a primary. */
  startStandby(): void {
    const [shell = '', script = ''] = SERVICES.standby?.entrypoint ?? [];
    const words = [script.replace('/etc/aural', join(this.#home, 'etc')), ...this.#smaller('standby')];
    const as = { ...this.#owner, cwd: '/', env: this.environment('standby') };
    this.#start('standby', shell, words, as).once('exit', (code) => {
      if (code === 1 && !this.#isOver) setTimeout(() => !this.#isOver && this.startStandby(), 300);
    });
  }

  /** Starts the primary and its empty standby. */
  async startDatabases(): Promise<void> {
    await this.#initPrimary();
    await this.startPrimary();
    this.emptied('standby');
    this.startStandby();
  }

  startStore(): void {
    const [shell = '', script = ''] = SERVICES.store?.entrypoint ?? [];
    this.#start('store', shell, [script.replace('/etc/aural', join(this.#home, 'etc'))], {
      cwd: this.#home,
      env: {
        ...process.env,
        ...settingsOf('store'),
        PATH: `${join(this.#home, 'programs')}:${process.env.PATH}`,
      },
    });
  }

  /** Reads a file or folder of the store, as only its own parts may. */
  async insideStore<Answer>(path: string): Promise<Answer> {
    const filer = `http://127.0.0.1:${this.#storePorts.get('8888')}`;
    const reply = await fetch(filer + path, { headers: { accept: 'application/json' } });
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return (await reply.json()) as Answer;
  }

  /** Replaces service names by addresses on this machine. */
  #here = (text: string): string =>
    text
      .replace(
        '@primary:5432,standby:5432/',
        `@127.0.0.1:${this.ports.primary},127.0.0.1:${this.ports.standby}/`,
      )
      .replace('http://store:7070', `http://127.0.0.1:${this.ports.store}`);

  startApp(name: 'app1' | 'app2' | 'inspector', also: Record<string, string> = {}): void {
    const settings = Object.entries(settingsOf(name)).map(([key, value]) => [key, this.#here(value)]);
    this.#start(name, process.execPath, ['dist/api/server.js'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        ...Object.fromEntries(settings),
        HOST: '127.0.0.1',
        PORT: String(this.ports[name]),
        DATA_DIRECTORY: join(this.#home, 'keys'),
        TEMPORARY_DIRECTORY: join(this.#home, 'incoming', name),
        PUBLIC_URL: `http://127.0.0.1:${this.ports.proxy}`,
        ...also,
      },
    });
  }

  startProxy(): void {
    this.#start('proxy', 'caddy', ['run', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: this.#home,
        XDG_DATA_HOME: this.#home,
        XDG_CONFIG_HOME: this.#home,
        DOMAIN: `http://127.0.0.1:${this.ports.proxy}`,
        UPSTREAMS: `127.0.0.1:${this.ports.app1} 127.0.0.1:${this.ports.app2}`,
      },
    });
  }

  async ask<Row>(name: DatabaseName, sql: string): Promise<Row[]> {
    const client = new Client({
      connectionString: `postgres://aural:${PASSWORD}@127.0.0.1:${this.ports[name]}/aural`,
      // A commit that waits forever must fail visibly.
      query_timeout: 30_000,
    });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    this.#isOver = true;
    await this.#processes.stopAll();
    rmSync(this.#home, { recursive: true, force: true });
  }
}
