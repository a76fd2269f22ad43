// Runs the commands of `docs/operating.md` in their order on the compose file's services as plain processes: a base
// backup, point-in-time recovery, and a standby that replaces the primary and gets it as its standby.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { read } from '../support/rules/sourceTree.ts';
import {
  ComposedProcesses,
  type DatabaseName,
  type ServiceName,
} from '../support/server/composedProcesses.ts';
import { visitor } from '../support/server/publish.ts';
import { post } from '../support/server/wire.ts';

const run = promisify(execFile);
const BLOCKS = [...read('docs/operating.md').matchAll(/^```sh\n(.*?)^```$/gms)].map(
  ([, block = '']) => block,
);

/** The commands of the only block that contains `word`, each as its arguments, without `docker` and redirections. */
async function commandsWith(word: string): Promise<string[][]> {
  const found = BLOCKS.filter((block) => block.includes(word));
  expect(found).toHaveLength(1);
  const lines = (found[0] ?? '').trim().split('\n');
  return Promise.all(
    lines.map(async (line) => {
      const said = `docker() { printf '%s\\0' "$@"; }; ${line.replace(/ [<>] base\.tar\.gz$/, '')}`;
      const { stdout } = await run('bash', ['-c', said]);
      return stdout.split('\0').slice(0, -1);
    }),
  );
}

let all: ComposedProcesses;
/** The content of `base.tar.gz`. */
let base: Buffer;

beforeAll(async () => {
  all = await ComposedProcesses.create();
  await all.startDatabases();
  all.startStore();
  all.startApp('app1');
  await accepted();
});

afterAll(() => all?.remove(), 90_000);

/** A new account is acknowledged, so commits work. */
async function accepted(): Promise<void> {
  await vi.waitFor(
    async () => {
      const reply = await post(visitor(`http://127.0.0.1:${all.ports.app1}`), 'becomeGuest', {});
      expect(reply.json, all.logOf('standby').slice(-2000)).toMatchObject({ success: true });
    },
    { timeout: 150_000, interval: 300 },
  );
}

const ids = async (name: DatabaseName) =>
  (await all.ask<{ id: string }>(name, 'select id from accounts order by id')).map(({ id }) => id);

const start: Partial<Record<ServiceName, () => Promise<void> | void>> = {
  primary: () => all.startPrimary(),
  standby: () => all.startStandby(),
  app1: () => all.startApp('app1'),
};

/** Does what `docker WORDS` would; ignores services that do not run here. */
async function docker(words: string[], also: Record<string, string> = {}): Promise<Buffer | undefined> {
  const [what, how, ...rest] = words;
  const named = rest.filter((word) => !word.startsWith('-')) as ServiceName[];
  if (what === 'volume' && how === 'rm') {
    for (const name of named) all.emptied(name.replace('aural_', '') as DatabaseName);
    return;
  }
  expect(what).toBe('compose');
  if (how === 'stop' || how === 'rm') {
    for (const name of named) await all.stop(name, 'SIGINT');
    return;
  }
  if (how === 'up') {
    for (const [name, begin] of Object.entries(start))
      if (named.length === 0 ? !all.isRunning(name) : named.includes(name as ServiceName)) await begin();
    return;
  }
  const at = rest.findIndex((word) => word === 'primary' || word === 'standby');
  const [name, inside] = [rest[at] as DatabaseName, rest.slice(at + 1)];
  if (how === 'exec') return all.bash(name, ['-c', '"$@"', 'exec', ...inside]);
  expect([how, rest.slice(0, at)]).toEqual([
    'run',
    expect.arrayContaining(['--user', 'postgres', '--entrypoint', 'bash']),
  ]);
  return all.bash(name, inside, { input: base, also });
}

test('a base backup and the log restore a moment, and nothing later', async () => {
  const [backup = []] = await commandsWith('pg_basebackup');
  base = (await docker(backup)) ?? Buffer.alloc(0);
  await accepted();
  const wanted = await ids('primary');
  const [now] = await all.ask<{ at: string }>('primary', 'select clock_timestamp()::text as at');
  await accepted();
  expect((await ids('primary')).length).toBe(wanted.length + 1);
  const [{ file } = { file: '' }] = await all.ask<{ file: string }>(
    'primary',
    'select pg_walfile_name(pg_switch_wal()) as file',
  );
  const isArchived = `select last_archived_wal >= '${file}' as kept from pg_stat_archiver`;
  await vi.waitFor(async () => expect(await all.ask('primary', isArchived)).toEqual([{ kept: true }]), {
    timeout: 30_000,
  });

  for (const command of await commandsWith('restore.sh')) {
    if (command.join(' ').includes('pg_wal_replay_resume'))
      await vi.waitFor(
        async () =>
          expect(await all.ask('primary', 'select pg_get_wal_replay_pause_state() as is')).toEqual([
            { is: 'paused' },
          ]),
        { timeout: 30_000 },
      );
    await docker(command, { MOMENT: now?.at ?? '' });
  }
  await vi.waitFor(async () => expect(await ids('primary')).toEqual(wanted), { timeout: 30_000 });
  await accepted();
  expect((await ids('primary')).length).toBe(wanted.length + 1);
  await vi.waitFor(async () => expect(await ids('standby')).toEqual(await ids('primary')), {
    timeout: 30_000,
  });
});

test('the standby replaces the primary, which returns as its standby', async () => {
  const before = await ids('primary');
  await all.stop('primary', 'SIGQUIT');
  const [promote = [], ...others] = await commandsWith('promote');
  await docker(promote);
  expect(await ids('standby')).toEqual(before);
  await accepted();
  for (const command of others) await docker(command);
  await vi.waitFor(
    async () =>
      expect(
        await all.ask(
          'standby',
          'select application_name as name, sync_state as state from pg_stat_replication',
        ),
      ).toEqual([{ name: 'standby', state: 'sync' }]),
    { timeout: 30_000 },
  );
  await accepted();
  expect((await ids('standby')).length).toBe(before.length + 2);
  await vi.waitFor(async () => expect(await ids('primary')).toEqual(await ids('standby')), {
    timeout: 30_000,
  });
});
