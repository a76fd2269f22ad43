// The structure of the house, checked against the tables of ARCHITECTURE.md. A failure names the file and
// what it did; either the file is wrong or the document is, and both are changed in one commit.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import literals from './fixtures/messages.json' with { type: 'json' };
import {
  documentedTable,
  filesUnder,
  type Import,
  importsOf,
  ROOT,
  read,
  sourcesUnder,
  within,
  withoutComments,
} from './support/sourceTree.ts';

const DOCUMENT = read('ARCHITECTURE.md');
const ROOMS = ['src', 'api', 'dsp', 'tests', 'bench'];
const files = [...sourcesUnder('src'), ...sourcesUnder('api')];
const imports = new Map<string, Import[]>(files.map((file) => [file, importsOf(file)]));

interface Rule {
  folder: string;
  mayImport: string[];
  never: string[];
}

const resources = documentedOrder();

function documentedOrder(): string[] {
  const line = DOCUMENT.split('<!-- order:resources -->')[1]?.trim().split('\n')[0] ?? '';
  return [...line.matchAll(/`([^`]+)`/g)].map((match) => `api/${match[1]}`);
}

/** Rows of both tables; `api/RESOURCE` becomes one row per resource with those before it. */
const rules: Rule[] = ['ranks:src', 'ranks:api'].flatMap((marker) =>
  documentedTable(DOCUMENT, marker).flatMap(([, folders = [], mayImport = [], never = []]) => {
    const folder = folders[0] ?? '';
    if (folder !== 'api/RESOURCE') return [{ folder, mayImport, never }];
    return resources.map((resource, index) => ({
      folder: resource,
      mayImport: [...mayImport, ...resources.slice(0, index)],
      never,
    }));
  }),
);

/** The longest documented folder a file is in; `src/features/*` stands for the feature's own folder. */
function ruleOf(file: string): Rule | undefined {
  const fitting = rules
    .map((rule) => ({
      ...rule,
      folder: rule.folder.endsWith('/*')
        ? `${rule.folder.slice(0, -2)}/${file.slice(rule.folder.length - 1).split('/')[0]}`
        : rule.folder,
    }))
    .filter((rule) => within(file, rule.folder));
  return fitting.sort((a, b) => b.folder.length - a.folder.length)[0];
}

const isPackage = (name: string, rule: string) => name === rule || name.startsWith(`${rule}/`);

describe('ranks', () => {
  it('gives every source file a row in the table', () => {
    const allowedScripts = ['src/app/font', 'api/launch'];
    const homeless = files.filter(
      (file) => !ruleOf(file) && !allowedScripts.some((dir) => within(file, dir)),
    );
    expect(homeless).toEqual([]);
  });

  it('lets a file import only what its row allows', () => {
    const wrong = files.flatMap((file) => {
      const rule = ruleOf(file);
      if (!rule) return [];
      return (imports.get(file) ?? [])
        .filter(({ target, ours }) =>
          ours
            ? !within(target, rule.folder) && !rule.mayImport.some((folder) => within(target, folder))
            : rule.never.some((name) => isPackage(target, name)),
        )
        .map(({ target }) => `${file} imports ${target} (row \`${rule.folder}\`)`);
    });
    expect(wrong).toEqual([]);
  });

  it('keeps adapters out of the components of features', () => {
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
      .filter((folder) => !resources.includes(folder) && !existsSync(join(ROOT, folder)));
    expect(missing).toEqual([]);
  });

  it('has no import cycle', () => {
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (file: string, path: string[]) => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
        return;
      }
      state.set(file, 'open');
      for (const { target, typeOnly } of imports.get(file) ?? []) {
        if (!typeOnly && imports.has(target)) visit(target, [...path, file]);
      }
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe('what may touch what', () => {
  it.each(documentedTable(DOCUMENT, 'words'))(
    '%s in %s stands only in %s',
    ([word = ''], [room = ''], homes) => {
      const wrong = sourcesUnder(room).filter(
        (file) => !homes.some((home) => within(file, home)) && mentions(withoutComments(read(file)), word),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('keeps unsafe Rust in the shells and in files named for a CPU feature', () => {
    const wrong = filesUnder('dsp')
      .filter((file) => file.endsWith('.rs') && !/_simd128\.rs$/.test(file))
      .filter((file) => !within(file, 'dsp/worker') && !within(file, 'dsp/worklet'))
      .filter((file) =>
        /\bunsafe\s*(\{|fn|impl|extern)|allow\(unsafe_code\)/.test(withoutComments(read(file))),
      );
    expect(wrong.filter((file) => !allowsSimdOnly(file))).toEqual([]);
  });
});

/** `fetch(` is a call of that name, not the end of `prefetch(`. */
function mentions(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w$])${escaped}`).test(text);
}

/** A `mod.rs` may lift the lint for a module whose file is named for a CPU feature, and for nothing else. */
function allowsSimdOnly(file: string): boolean {
  const text = withoutComments(read(file));
  const lifted = [
    ...text.matchAll(/allow\(unsafe_code\)\]\s*((?:#\[[^\]]*\]\s*)*)(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)/g),
  ];
  const every = text.match(/allow\(unsafe_code\)/g) ?? [];
  const bare = /\bunsafe\s*(\{|fn|impl|extern)/.test(text);
  return (
    !bare && lifted.length === every.length && lifted.every((match) => (match[2] ?? '').endsWith('_simd128'))
  );
}

describe('names, documents and texts', () => {
  it('has no folder or file that says nothing', () => {
    const empty =
      /^(utils?|helpers?|common|misc|types|hooks|shared|controllers?|managers?|services?)(\.\w+)?$/i;
    const wrong = ROOMS.flatMap(filesUnder).filter((file) =>
      file.split('/').some((part) => empty.test(part)),
    );
    expect(wrong).toEqual([]);
  });

  it.each(ROOMS)('%s has a README of at most 40 lines', (room) => {
    expect(read(`${room}/README.md`).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it('keeps ARCHITECTURE.md within 200 lines', () => {
    expect(DOCUMENT.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
  });

  const specified = [...new Set(Object.values(literals as Record<string, string[]>).flat())];

  it('has specified sentences nowhere else in src', () => {
    // Single words are also names of things (tags, categories, states); sentences are not.
    const sentences = specified.filter((text) => text.includes(' '));
    const wrong = sourcesUnder('src')
      .filter((file) => file !== 'src/lib/messages.ts')
      .flatMap((file) => {
        const text = withoutComments(read(file));
        return sentences
          .filter(
            (sentence) =>
              ["'", '"', '`'].some((q) => text.includes(`${q}${sentence}${q}`)) ||
              text.includes(`>${sentence}<`),
          )
          .map((sentence) => `${basename(file)}: ${sentence}`);
      });
    expect(wrong).toEqual([]);
  });
});
