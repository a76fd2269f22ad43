// The engine's results are declared once, in dsp/results; TypeScript gets them only from dsp/pkg/dsp.d.ts.
import { describe, expect, it } from 'vitest';
import { filesUnder, read, sourcesUnder, withoutComments } from '../support/rules/sourceTree.ts';

const DECLARED = withoutComments(read('dsp/pkg/dsp.d.ts'));
const SOURCES = [...sourcesUnder('src'), ...sourcesUnder('api'), ...sourcesUnder('dsp/cli')];

/** Names of the engine's interfaces and types. */
const names = [...DECLARED.matchAll(/export (?:interface|type) (\w+)/g)].map((match) => match[1] ?? '');

/** Property names of every `{ name: …; name: … }` in a text, one level deep. */
function shapes(text: string): string[][] {
  const blocks = withoutComments(text).matchAll(/\{([^{}]*)\}/g);
  return [...blocks].map(([, body = '']) =>
    [...body.matchAll(/(?:^|[;,\n{])\s*(?:readonly\s+)?(\w+)\??:/g)].map((match) => match[1] ?? ''),
  );
}

/** Sets of fields large enough that two equal ones describe the same thing. */
const SMALLEST = 3;
const results = [...DECLARED.matchAll(/export interface (\w+)[^{]*(\{[^{}]*\})/g)]
  .map(([, name = '', body = '']) => ({ name, fields: shapes(body)[0] ?? [] }))
  .filter(({ fields }) => fields.length >= SMALLEST);

/** Types in a text that repeat an engine result's name or fields. */
function copiesIn(text: string): string[] {
  const code = withoutComments(text);
  const named = names.filter((name) => new RegExp(`\\b(?:interface|type)\\s+${name}\\b\\s*[<={]`).test(code));
  const typed = [
    ...code.matchAll(/(?:interface\s+\w+[^{]*|(?::|=|<)\s*)(\{[^{}]*:\s*(?:number|string|boolean)[^{}]*\})/g),
  ];
  const shaped = typed.flatMap(([, body = '']) => {
    const fields = new Set(shapes(body)[0]);
    return results
      .filter((result) => result.fields.every((field) => fields.has(field)))
      .map(({ name }) => name);
  });
  return [...new Set([...named, ...shaped])];
}

/** Types without information. */
const untyped = (text: string) => withoutComments(text).match(/\bany\b|\bFunction\b|\bunknown\b/g) ?? [];
const uncheckedReturns = (rust: string) => rust.match(/unchecked_return_type\s*=\s*"(?:any|unknown)"/g) ?? [];

describe('results of the engine', () => {
  it('have types', () => {
    expect(names).toEqual(
      expect.arrayContaining(['Inspection', 'RepairReport', 'DamageKind', 'EngineErrorCode']),
    );
    expect(untyped(DECLARED)).toEqual([]);
    const wrong = filesUnder('dsp').filter(
      (file) => file.endsWith('.rs') && uncheckedReturns(read(file)).length > 0,
    );
    expect(wrong).toEqual([]);
  });

  it('are declared nowhere else', () => {
    const wrong = SOURCES.flatMap((file) =>
      copiesIn(read(file)).map((name) => `${file} declares ${name} again`),
    );
    expect(wrong).toEqual([]);
  });

  it('are not assembled by hand in the shells', () => {
    const shells = [...filesUnder('dsp/worker/src'), ...filesUnder('dsp/native/src')];
    const homes = ['dsp/worker/src/object.rs', 'dsp/native/src/json.rs'];
    const wrong = shells.filter(
      (file) => !homes.includes(file) && /Reflect::set|Object::new\(/.test(read(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('come from a module whose build every loader checks', () => {
    const loaders = [...SOURCES, ...filesUnder('dsp/cli')].filter((file) =>
      /(?:dsp|first)_bg\.wasm/.test(withoutComments(read(file))),
    );
    expect([...new Set(loaders)].sort()).toEqual([
      'api/inspect/wasm.ts',
      'dsp/cli/node.mjs',
      'src/dsp/lanes.ts',
      'src/dsp/worker/wasm.ts',
    ]);
    // The page compiles the modules; each worker instantiates them and checks their build.
    const starts: Record<string, string> = { 'src/dsp/lanes.ts': 'src/dsp/worker/wasm.ts' };
    const careless = loaders.filter(
      (file) => !/buildDigest\(\)[\s\S]*core_mismatch/.test(read(starts[file] ?? file)),
    );
    expect(careless).toEqual([]);
  });
});

it('the rules detect planted violations', () => {
  expect(
    copiesIn('interface Harm { kind: string; meaning: string; atSeconds: number; seconds: number }'),
  ).toEqual(['Damage']);
  expect(
    copiesIn('const f = (x): { kind: string; meaning: string; atSeconds: number; seconds: number }[] => x'),
  ).toEqual(['Damage']);
  expect(copiesIn("export type DamageKind = 'gap' | 'truncated';")).toEqual(['DamageKind']);
  expect(copiesIn("export type { Damage } from '../../dsp/pkg/dsp.js';")).toEqual([]);
  expect(untyped('export function inspect(source: ByteSource): any;')).toEqual(['any']);
  expect(uncheckedReturns('#[wasm_bindgen(unchecked_return_type = "any")]')).toHaveLength(1);
});
