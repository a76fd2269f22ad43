// What is installed is used, and what is used is installed: `package.json` beside the imports and commands of the code.
import { expect, test } from 'vitest';
import { filesUnder, importsOf, read, withoutComments } from '../support/rules/sourceTree.ts';

const ROOMS = ['api', 'src', 'dsp', 'tests', 'bench', 'vite.config.ts', 'playwright.config.ts'];
const FILES = ROOMS.flatMap(filesUnder).filter((file) => /\.(?:tsx?|m?js)$/.test(file));
/** Made by the build, and imported by name from `vite.config.ts`. */
const VIRTUAL = /^virtual:/;

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;
const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
/** `@scope/name/part` belongs to `@scope/name`. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
/** What a `@types` package describes. */
const described = (name: string) =>
  name.replace(/^@types\//, '').replace(/^(.+)__(.+)$/, (_all, scope, rest) => `@${scope}/${rest}`);

test('needs every package that it declares', () => {
  const text = [...FILES.map((file) => withoutComments(read(file))), ...Object.values(manifest.scripts)].join(
    '\n',
  );
  const isNamed = (name: string) =>
    name === 'node' ||
    new RegExp(`(?:['"\`/ ]|^)${name.replace(/[.]/g, '\\.')}(?:['"\`/ ]|$)`, 'm').test(text);
  expect(declared.length).toBeGreaterThan(30);
  expect(declared.filter((name) => !isNamed(described(name)))).toEqual([]);
});

test('declares every package that it imports', () => {
  const imported = FILES.flatMap((file) => importsOf(file).filter(({ ours }) => !ours))
    .map(({ target }) => target)
    .filter((target) => !target.startsWith('node:') && !VIRTUAL.test(target) && /^[@a-z]/.test(target));
  expect(imported.length).toBeGreaterThan(100);
  expect([...new Set(imported.map(packageOf))].filter((name) => !declared.includes(name))).toEqual([]);
});
