// What `deploy/compose.yaml` starts, as plain processes: its commands, its settings and its scripts, with host names and folders
// of this machine. PostgreSQL with its synchronous standby, the S3 server, two processes of the server and one that looks at
// uploads, and Caddy in front.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ComposedProcesses, settingsOf } from '../support/server/composedProcesses.ts';
import { publish, visitor } from '../support/server/publish.ts';
import { recording } from '../support/server/testApp.ts';

const APPS = ['app1', 'app2'] as const;

let all: ComposedProcesses;

beforeAll(async () => {
  all = await ComposedProcesses.create();
  await all.startDatabases();
  all.startStore();
  for (const name of [...APPS, 'inspector'] as const) all.startApp(name);
  all.startProxy();
}, 120_000);

afterAll(() => all?.remove(), 90_000);

const proxied = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${all.ports.proxy}${path}`, init);

test('both processes are ready behind the proxy, which shows nobody the figures', async () => {
  await vi.waitFor(
    async () => {
      for (const name of [...APPS, 'inspector'] as const) {
        const reply = await fetch(`http://127.0.0.1:${all.ports[name]}/readyz`).catch(() => null);
        expect(reply?.status, `${all.logOf(name)}\n${all.logOf('primary')}\n${all.logOf('standby')}`).toBe(
          200,
        );
      }
      expect((await proxied('/upload.php?action=getConfig')).status, all.logOf('proxy')).toBe(200);
    },
    { timeout: 60_000, interval: 500 },
  );
  // Not even who has the token.
  const own = { authorization: `Bearer ${settingsOf('app1').METRICS_TOKEN}` };
  expect((await proxied('/metrics', { headers: own })).status).toBe(404);
  const figures = await fetch(`http://127.0.0.1:${all.ports.app1}/metrics`, { headers: own });
  expect(await figures.text()).toContain('aural_storage_up 1');
}, 90_000);

test('the store acknowledges an object once the disk has it, and has its bucket only since it knows that', async () => {
  interface Told {
    locations: { locationPrefix: string; fsync?: boolean }[];
  }
  interface Folder {
    Entries: { FullPath: string }[] | null;
  }
  await vi.waitFor(
    async () => {
      const { Entries } = await all.insideStore<Folder>('/buckets/');
      expect(Entries?.map(({ FullPath }) => FullPath)).toContain('/buckets/aural');
    },
    { timeout: 60_000, interval: 300 },
  );
  const { locations } = await all.insideStore<Told>('/etc/seaweedfs/filer.conf');
  expect(locations).toEqual([expect.objectContaining({ locationPrefix: '/buckets/', fsync: true })]);
}, 90_000);

test('an upload is looked at by the process that does nothing else', async () => {
  const person = visitor(`http://127.0.0.1:${all.ports.proxy}`);
  const sent = await publish(person, recording(), { title: 'Seen', filename: 'x.wav', type: 'audio/wav' });
  expect(sent.success, all.logOf('inspector')).toBe(true);
}, 60_000);

test('a commit waits for the standby, which has it; full segments of the log are copied away', async () => {
  const standbys = await all.ask<{ application_name: string; sync_state: string }>(
    'primary',
    'select application_name, sync_state from pg_stat_replication',
  );
  expect(standbys).toEqual([{ application_name: 'standby', sync_state: 'sync' }]);
  const body = JSON.stringify({ follow: { followingId: 'nobody' } });
  const json = { 'content-type': 'application/json' };
  await proxied('/upload.php?action=addFollow', { method: 'POST', headers: json, body });
  const count = 'select count(*) as n from accounts';
  const [here_, there] = [await all.ask('primary', count), await all.ask('standby', count)];
  expect(there).toEqual(here_);
  await all.ask('primary', 'select pg_switch_wal()');
  await vi.waitFor(
    async () => {
      const [row] = await all.ask<{ archived_count: string; failed_count: string }>(
        'primary',
        'select archived_count, failed_count from pg_stat_archiver',
      );
      expect(Number(row?.archived_count), all.logOf('primary')).toBeGreaterThan(0);
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
  const app1 = all.childOf('app1');
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
