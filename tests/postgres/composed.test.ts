// Runs `deploy/compose.yaml` as plain processes: its commands, settings and scripts, with this machine's host names and
// folders. It starts PostgreSQL with a synchronous standby, the S3 server, two server processes, one inspector, and Caddy in
// front.
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
});

afterAll(() => all?.remove(), 90_000);

const proxied = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${all.ports.proxy}${path}`, init);

test('both processes are ready behind the proxy, which hides the metrics', async () => {
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
  // Even with the token.
  const own = { authorization: `Bearer ${settingsOf('app1').METRICS_TOKEN}` };
  expect((await proxied('/metrics', { headers: own })).status).toBe(404);
  const figures = await fetch(`http://127.0.0.1:${all.ports.app1}/metrics`, { headers: own });
  expect(await figures.text()).toContain('aural_storage_up 1');
});

test('the store acknowledges an object once it is on disk, and creates its bucket only after that setting', async () => {
  interface FilerSettings {
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
  const { locations } = await all.insideStore<FilerSettings>('/etc/seaweedfs/filer.conf');
  expect(locations).toEqual([expect.objectContaining({ locationPrefix: '/buckets/', fsync: true })]);
});

test('the inspection process inspects an upload', async () => {
  const person = visitor(`http://127.0.0.1:${all.ports.proxy}`);
  const sent = await publish(person, recording(), { title: 'Seen', filename: 'x.wav', type: 'audio/wav' });
  expect(sent.success, all.logOf('inspector')).toBe(true);
});

test('a commit waits for the standby to store it; full log segments are archived', async () => {
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
});

test('an event stream arrives unbuffered, and a draining process receives no requests', async () => {
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
        // Stays below the request limit of one address.
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
});
