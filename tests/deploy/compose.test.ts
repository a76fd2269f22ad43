// Checks the container file and the compose file: everything they name exists, the server accepts the settings, and only
// the proxy is reachable from outside. `tests/postgres/composed.test.ts` runs them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_NEWS } from '../../api/contract/limits.ts';
import { readEnv } from '../../api/env.ts';
import {
  ASKED_FOR,
  MENTIONED,
  NETWORKS,
  SERVICES,
  type Service,
  VOLUMES,
} from '../support/rules/composeFile.ts';
import { read } from '../support/rules/sourceTree.ts';
import { s3Program } from '../support/storage/s3Programs.mjs';

const APPS = ['app1', 'app2'];
const OURS = [...APPS, 'inspector'];
const service = (name: string): Service => SERVICES[name] ?? {};
const each = Object.entries(SERVICES);

test('explains every value it asks for, and no other', () => {
  expect([...MENTIONED].sort()).toEqual([...ASKED_FOR].sort());
});

test('names only services, volumes, networks and files that exist', () => {
  for (const [name, { volumes = [], networks = [], depends_on: before = [] }] of each) {
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('.')) expect(existsSync(join('deploy', source)), `${name}: ${source}`).toBe(true);
      else expect(VOLUMES, name).toContain(source);
    }
    for (const network of networks) expect(NETWORKS, name).toContain(network);
    for (const other of Array.isArray(before) ? before : Object.keys(before))
      expect(Object.keys(SERVICES), name).toContain(other);
  }
  const used = new Set(each.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0])));
  expect(VOLUMES.filter((volume) => !used.has(volume))).toEqual([]);
});

test('gives the server valid settings, which its processes share except for folder and work', () => {
  const [one, two, inspector] = OURS.map((name) => service(name).environment ?? {});
  expect(one).toEqual(two);
  expect(inspector).toEqual({ ...one, INSPECTION: 'only' });
  expect(readEnv(inspector ?? {}).inspection).toBe('only');
  const env = readEnv(one ?? {});
  expect(env).toMatchObject({
    production: true,
    trustProxy: true,
    publicOrigin: 'https://aural.example',
    dataDirectory: '/data',
    temporaryDirectory: '/incoming',
    storage: { kind: 's3', bucket: 'aural', endpoint: 'http://store:7070' },
    admin: { username: 'chief' },
    inspection: 'elsewhere',
  });
  expect(env.postgres?.url).toContain('@primary:5432,standby:5432/aural');
  const folders = OURS.flatMap((name) => service(name).volumes ?? []);
  expect(new Set(folders)).toEqual(
    new Set(['keys:/data', ...[1, 2, 3].map((number) => `incoming${number}:/incoming`)]),
  );
});

test('sets the store to sync objects before it creates the bucket, and an upload creates none', () => {
  const { image, entrypoint, volumes = [] } = service('store');
  expect(image).toBe(`chrislusf/seaweedfs:${s3Program('seaweedfs').version}`);
  const [, script = ''] = entrypoint ?? [];
  expect(volumes).toContain(`./store.sh:${script}:ro`);
  const lines = read('deploy/store.sh').split('\n');
  const configured = lines.indexOf('fs.configure -locationPrefix=/buckets/ -fsync -apply');
  expect(configured).toBeGreaterThan(0);
  expect(lines[configured + 1]).toBe('s3.bucket.create -name aural');
  const [, folder] = /-dir=(\S+)/.exec(lines.join(' ')) ?? [];
  expect(volumes).toContain(`objects:${folder}`);
  expect(lines.join(' ')).toContain(' -s3.autoCreateBucket=false ');
});

test('sets PostgreSQL’s predicate locks so that reading one list conflicts only with writes to it', () => {
  const [, locks] =
    /^max_pred_locks_per_transaction = (\d+)$/m.exec(read('deploy/postgres/postgresql.conf')) ?? [];
  // One table may lock half of these pages (`max_pred_locks_per_relation`). The server also reads the row before the
  // oldest kept one.
  expect(Number(locks ?? 64) / 2).toBeGreaterThan(MAX_NEWS + 1);
});

test('lets a process stop for longer than the server needs', () => {
  for (const name of OURS) {
    const { stop_grace_period: grace, environment } = service(name);
    expect(Number.parseInt(String(grace), 10)).toBeGreaterThan(Number(environment?.DRAIN_SECONDS));
  }
  expect(read('Containerfile')).toMatch(/^STOPSIGNAL SIGTERM$/m);
});

test('exposes only the proxy, and our processes write only to their volumes', () => {
  expect(each.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy']);
  for (const [name, { networks }] of each)
    expect(networks, name).toEqual(name === 'proxy' ? ['inside', 'outside'] : ['inside']);
  for (const name of [...OURS, 'proxy']) {
    expect(service(name).read_only, name).toBe('true');
    expect(service(name).cap_drop, name).toEqual(['ALL']);
  }
});

test('builds an image with an unprivileged user, a health check, and everything the server needs', () => {
  const [, running = ''] = read('Containerfile').split(/^FROM .*slim$/m);
  expect(running).toMatch(/^USER node$/m);
  expect(running).toMatch(/^HEALTHCHECK /m);
  expect(running).toContain("process.env.PORT + '/healthz'");
  expect(running).toMatch(/^CMD \["node", "dist\/api\/server\.js"\]$/m);
  for (const place of ['node_modules', 'dist', 'dsp/pkg'])
    expect(running).toContain(`/src/${place} ./${place}`);
  // A volume at a folder missing from the image would belong to root.
  const [, owned = ''] = /chown node:node ([/\w ]+) &&/.exec(running) ?? [];
  for (const name of OURS)
    for (const volume of service(name).volumes ?? [])
      expect(owned.split(' '), name).toContain(volume.split(':')[1]);
  expect(running).toMatch(/WEB_DIRECTORY=\/app\/dist\/web/);
});

test('the build context contains everything that the build imports', () => {
  const left = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('!'));
  const kept = read('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const imported = [...read('vite.config.ts').matchAll(/from '\.\/([^']+)'/g)].map(([, path = '']) => path);
  const { references } = JSON.parse(read('tsconfig.json'));
  const projects = references.map(({ path }: { path: string }) => join(path, 'tsconfig.json'));
  for (const path of [...imported, ...projects]) {
    const isLeft = left.some((place) => path === place || path.startsWith(`${place}/`));
    expect(!isLeft || kept.includes(path), path).toBe(true);
  }
  for (const part of ['src', 'api', 'dsp', 'public', 'index.html', 'package-lock.json'])
    expect(left).not.toContain(part);
});

test('makes the proxy check both processes and buffer nothing', () => {
  const upstreams = service('proxy').environment?.UPSTREAMS?.split(' ');
  expect(upstreams).toEqual(APPS.map((name) => `${name}:3000`));
  const caddy = read('deploy/Caddyfile');
  expect(caddy).toMatch(/health_uri \/readyz/);
  expect(read('api/routes/health.ts')).toContain("'/readyz'");
  expect(caddy).toMatch(/flush_interval -1/);
});
