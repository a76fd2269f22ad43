// The documents name only metrics, commands, settings and files that exist.
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newCounts } from '../../api/connections/counts.ts';
import { createMetrics } from '../../api/routes/health.ts';
import { ASKED_FOR, SERVICES, VOLUMES } from '../support/rules/composeFile.ts';
import { read } from '../support/rules/sourceTree.ts';

const PAGES = readdirSync('docs').map((name) => `docs/${name}`);
const DECISIONS = readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`);
const EVERYTHING = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...PAGES.filter((page) => page.endsWith('.md')),
  ...DECISIONS,
];
const OPERATING = ['docs/operating.md', 'docs/scale.md'].map(read).join('\n');
const namesIn = (pattern: RegExp, text = OPERATING): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? '')),
];
const missing = (names: readonly string[], isThere: (name: string) => boolean) =>
  names.filter((name) => !isThere(name));

test('every metric that the documents name is in /metrics', async () => {
  const metrics = createMetrics(
    newCounts(),
    () => ({ isDown: false, requests: [] }),
    async () => 0,
    async () => 0,
  );
  const metricsText = await metrics.registry.metrics();
  const known = new Set(
    [...metricsText.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [name, `${name}_count`, `${name}_sum`, `${name}_bucket`] : [name],
    ),
  );
  metrics.close();
  const named = namesIn(/\b((?:aural|process|nodejs)_[a-z0-9_]+)\b/g);
  expect(named.length).toBeGreaterThan(10);
  // Volumes of the compose file have the same form.
  const isVolume = (name: string) => VOLUMES.includes(name.replace(/^aural_/, ''));
  expect(missing(named, (name) => known.has(name) || isVolume(name))).toEqual([]);
});

test('every command is in package.json, and every bench exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = namesIn(/npm (?:run )?([a-z][\w:]*)/g).filter((name) => name !== 'run' && name !== 'ci');
  expect(named.length).toBeGreaterThan(4);
  expect(missing(named, (name) => name in scripts)).toEqual([]);
  const benches = namesIn(/npm run bench -- (\w+)/g);
  expect(benches.length).toBeGreaterThan(1);
  expect(missing(benches, (name) => existsSync(`bench/${name}/index.mjs`))).toEqual([]);
});

test('every setting is read by the server or the compose file', () => {
  const ofServer = new Set(
    [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
  );
  const given = Object.values(SERVICES).flatMap(({ environment = {} }) => Object.keys(environment));
  const named = namesIn(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)[=`]/g);
  expect(named.length).toBeGreaterThan(6);
  expect(missing(named, (name) => ofServer.has(name) || [...ASKED_FOR, ...given].includes(name))).toEqual([]);
});

test.each(EVERYTHING)('%s names only files and folders that exist', (page) => {
  const named = namesIn(/`((?:api|bench|deploy|docs|dsp|src|tests)\/[\w./-]+)`/g, read(page));
  // `dsp/pkg` and `dist` are built.
  expect(missing(named, (name) => existsSync(name) || name.startsWith('dsp/pkg'))).toEqual([]);
});

test('the README links every page', () => {
  expect(missing(PAGES, (page) => read('README.md').includes(page))).toEqual([]);
});
