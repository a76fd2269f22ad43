// Permitted imports, by `rules.ts`. A failure names the file and its import: fix the file or change the rule.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Import, importsOf, modulesUnder, ROOMS, ROOT, within } from '../support/rules/sourceTree.ts';
import { ruleOf, rules } from './rules.ts';

const files = [...ROOMS, 'vite.config.ts', 'playwright.config.ts'].flatMap(modulesUnder);
const imports = new Map<string, Import[]>(files.map((file) => [file, importsOf(file)]));

const isPackage = (name: string, rule: string) => name === rule || name.startsWith(`${rule}/`);

it('has a rule for every source file', () => {
  expect(files.filter((file) => !ruleOf(file))).toEqual([]);
});

it('lets a file import only what its rule allows', () => {
  const wrong = files.flatMap((file) => {
    const rule = ruleOf(file);
    if (!rule) return [];
    return (imports.get(file) ?? [])
      .filter(({ target, ours }) =>
        ours
          ? // The built server is started, not imported.
            !within(target, 'dist') &&
            !within(target, rule.folder) &&
            !rule.mayImport.some((folder) => within(target, folder))
          : rule.never.some((name) => isPackage(target, name)),
      )
      .map(({ target }) => `${file} imports ${target} (row \`${rule.folder}\`)`);
  });
  expect(wrong).toEqual([]);
});

it('lets nothing import a test', () => {
  const wrong = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter(({ target, ours }) => ours && /\.(?:test|spec)\.tsx?$/.test(target))
      .map(({ target }) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

it('keeps adapters out of feature components', () => {
  const adapters = ['src/api', 'src/dsp', 'src/audio', 'src/storage'];
  const wrong = files
    .filter((file) => file.startsWith('src/features/') && file.endsWith('.tsx'))
    .flatMap((file) =>
      (imports.get(file) ?? [])
        .filter(({ target, typeOnly }) => !typeOnly && adapters.some((folder) => within(target, folder)))
        .map(({ target }) => `${file} imports ${target}`),
    );
  expect(wrong).toEqual([]);
});

it('names only folders and files that exist', () => {
  const missing = rules
    .map((rule) => rule.folder.replace(/\/\*$/, ''))
    .filter((folder) => !existsSync(join(ROOT, folder)));
  expect(missing).toEqual([]);
});
