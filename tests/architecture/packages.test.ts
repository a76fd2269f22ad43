// `package.json` lists exactly the packages that imports and commands use. Packages that benches compare with have their
// own manifest, which users do not install.
import { expect, test } from 'vitest';
import { filesUnder, importsOf, read, withoutComments } from '../support/rules/sourceTree.ts';

const ROOMS = ['api', 'src', 'dsp', 'tests', 'bench', 'vite.config.ts', 'playwright.config.ts'];
const FILES = ROOMS.flatMap(filesUnder).filter((file) => /\.(?:tsx?|m?js)$/.test(file));
/** Built packages that `vite.config.ts` imports by name. */
const VIRTUAL = /^virtual:/;

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;
const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
const peers = Object.keys((JSON.parse(read('bench/package.json')) as Manifest).dependencies);
/** `@scope/name/part` belongs to `@scope/name`. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
/** The package that a `@types` package describes. */
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
  expect([...declared, ...peers].filter((name) => !isNamed(described(name)))).toEqual([]);
  expect(
    peers.filter((name) => declared.includes(name)),
    'declared twice',
  ).toEqual([]);
});

test('declares every package that it imports', () => {
  const imported = FILES.flatMap((file) =>
    importsOf(file).map(({ ours, target }) => ({ file, ours, target })),
  )
    .filter(({ ours, target }) => !ours && !VIRTUAL.test(target) && /^(?!node:)[@a-z]/.test(target))
    .map(({ file, target }) => ({ file, name: packageOf(target) }));
  expect(imported.length).toBeGreaterThan(100);
  const isDeclared = ({ file, name }: (typeof imported)[number]) =>
    declared.includes(name) || (file.startsWith('bench/') && peers.includes(name));
  expect(imported.filter((each) => !isDeclared(each))).toEqual([]);
});
