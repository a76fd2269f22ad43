// The contract's schemas stay on the server: the browser imports only constants from `api/contract` at run time, and no
// file of the app contains the schema library. Each sentence of the contract appears once.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import literals from '../fixtures/messages.json' with { type: 'json' };
import {
  filesUnder,
  importsOf,
  ROOT,
  read,
  sourcesUnder,
  within,
  withoutComments,
} from '../support/rules/sourceTree.ts';

const isSchemaLibrary = (target: string) => target === 'zod' || target.startsWith('zod/');

/** Import chains from a file of `src` to the schema library at run time, each as `a → b → zod/mini`. */
function waysToSchemas(): string[] {
  const ways: string[] = [];
  const seen = new Set<string>();
  const visit = (file: string, path: string[]) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { target, ours, typeOnly } of importsOf(file)) {
      if (typeOnly) continue;
      if (isSchemaLibrary(target)) ways.push([...path, file, target].join(' → '));
      else if (ours && /\.tsx?$/.test(target) && existsSync(join(ROOT, target)))
        visit(target, [...path, file]);
    }
  };
  for (const file of sourcesUnder('src')) visit(file, []);
  return ways;
}

/** `import { type A }` still loads its module; only `import type` does not. */
describe('the browser', () => {
  it('reaches no schema at run time', () => {
    expect(waysToSchemas()).toEqual([]);
  });

  it('imports only types from the modules that declare schemas', () => {
    const withSchemas = sourcesUnder('api/contract').filter((file) =>
      importsOf(file).some(({ target }) => isSchemaLibrary(target)),
    );
    expect(withSchemas).toContain('api/contract/tracks.ts');
    const wrong = sourcesUnder('src').flatMap((file) =>
      importsOf(file)
        .filter(({ target, typeOnly }) => !typeOnly && withSchemas.includes(target))
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  const assets = join(ROOT, 'dist/web/assets');
  it.skipIf(!existsSync(assets))('is sent no schema library', () => {
    // Property names of zod's own objects survive minifying.
    const marks = ['_zod', 'ZodMini', 'safeParse'];
    const wrong = readdirSync(assets)
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => {
        const text = readFileSync(join(assets, file), 'utf8');
        return marks.filter((mark) => text.includes(mark)).map((mark) => `${file} holds ${mark}`);
      });
    expect(wrong).toEqual([]);
  });
});

describe('a declaration', () => {
  it('appears once: the server states access, method and body nowhere else', () => {
    const wrong = filesUnder('api')
      .filter((file) => /^api\/[^/]+\/.*\.ts$/.test(file) && !within(file, 'api/contract'))
      .filter((file) => /^\s*access: '/m.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(wrong).toEqual([]);
  });
});

describe('sentences', () => {
  // A single word can also be an identifier.
  const sentences = Object.values(literals as Record<string, string[]>)
    .flat()
    .filter((text) => text.includes(' '));
  const holds = (file: string) => {
    const text = withoutComments(read(file));
    return sentences.filter((sentence) => ["'", '"', '`'].some((q) => text.includes(`${q}${sentence}${q}`)));
  };

  it('of the specification are on the server only in the contract', () => {
    const wrong = sourcesUnder('api')
      .filter((file) => !within(file, 'api/contract'))
      .flatMap((file) => holds(file).map((sentence) => `${file}: ${sentence}`));
    expect(wrong).toEqual([]);
  });

  it('of the contract are not repeated in the catalogue', () => {
    const catalogue = new Set(['src/lib/messages.ts', ...sourcesUnder('src/lib/messages')].flatMap(holds));
    const twice = sourcesUnder('api/contract')
      .flatMap(holds)
      .filter((sentence) => catalogue.has(sentence));
    expect(twice).toEqual([]);
  });
});
