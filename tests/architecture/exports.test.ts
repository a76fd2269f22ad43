// Every export is used. Another file must use a value; a type may also be part of an exported signature of its own file.
// The test searches importing files for the name, so it may miss an unused export but never reports a used one.
import { expect, it } from 'vitest';
import {
  importsOf,
  modulesUnder,
  ROOMS,
  read,
  within,
  withoutComments,
} from '../support/rules/sourceTree.ts';

const files = [...ROOMS, 'vite.config.ts', 'playwright.config.ts']
  .flatMap(modulesUnder)
  // `dsp/package` exports are for users of the npm package.
  .filter((file) => !['dsp/pkg', 'dsp/package', 'bench/.cache'].some((folder) => within(file, folder)));
const texts = new Map(files.map((file) => [file, withoutComments(read(file))]));
const importers = new Map<string, string[]>();
for (const file of files)
  for (const { target, ours } of importsOf(file))
    if (ours && target !== file) importers.set(target, [...(importers.get(target) ?? []), file]);

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(const|let|function\*?|class|interface|type)\s+([\w$]+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;

interface Exported {
  name: string;
  isType: boolean;
}

function exportsOf(text: string): Exported[] {
  const declared = [...text.matchAll(DECLARED)].map(([, kind = '', name = '']) => ({
    name,
    isType: kind === 'interface' || kind === 'type',
  }));
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((one) => one.trim().split(/\s/).at(-1) ?? '')
      .filter((name) => name !== '')
      .map((name) => ({ name, isType: false })),
  );
  return [...declared, ...listed];
}

const occurrences = (name: string, text: string) =>
  text.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0;

/** Files that may use the exports of `file`; benches import their modules by computed names. */
const usersOf = (file: string) =>
  within(file, 'bench')
    ? files.filter((other) => other !== file && within(other, 'bench'))
    : (importers.get(file) ?? []);

/** A namespace import uses all exports of its module. */
const isImportedWhole = (file: string) =>
  usersOf(file).some((user) => {
    const name = file.split('/').at(-1) ?? '';
    return new RegExp(`import \\* as \\w+ from '[^']*/${name.replaceAll('.', '\\.')}'`).test(
      texts.get(user) ?? '',
    );
  });

it('has no unused export', () => {
  const unused = files.flatMap((file) => {
    const text = texts.get(file) ?? '';
    if (isImportedWhole(file)) return [];
    return exportsOf(text)
      .filter(
        ({ name, isType }) =>
          !(isType && occurrences(name, text) > 1) &&
          !usersOf(file).some((user) => occurrences(name, texts.get(user) ?? '') > 0),
      )
      .map(({ name }) => `${file}: ${name}`);
  });
  expect(unused).toEqual([]);
});
