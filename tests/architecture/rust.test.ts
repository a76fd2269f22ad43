// The rules of the Rust crates: permitted dependencies, and files that may contain `unsafe`.
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder, read, within, withoutComments } from '../support/rules/sourceTree.ts';

/** Crate folder → our crates that it may use, and packages that it must not. */
const CRATES: Record<string, { uses: string[]; never: RegExp }> = {
  'dsp/core': { uses: [], never: /^(?:wasm-bindgen|js-sys|web-sys)/ },
  'dsp/results': { uses: ['dsp/core'], never: /^(?:wasm-bindgen|js-sys|web-sys|symphonia|rusty-opus)/ },
  'dsp/worker': { uses: ['dsp/core', 'dsp/results'], never: /^symphonia|^rusty-opus/ },
  // A raw C ABI, because the generated glue decodes text, which an audio thread must not do.
  'dsp/worklet': { uses: ['dsp/core'], never: /^(?:wasm-bindgen|js-sys|web-sys|symphonia|rusty-opus)/ },
  'dsp/native': {
    uses: ['dsp/core', 'dsp/results'],
    never: /^(?:wasm-bindgen|js-sys|web-sys|symphonia|rusty-opus)/,
  },
  'dsp/fuzz': { uses: ['dsp/core'], never: /^(?:wasm-bindgen|js-sys|web-sys)/ },
  'dsp/toolchain/bindgen': { uses: [], never: /^dsp/ },
};

const manifests = filesUnder('dsp').filter(
  (file) => file.endsWith('/Cargo.toml') && file !== 'dsp/Cargo.toml',
);

/** Dependencies of every kind: name → folder of our crate, or null. */
function dependenciesOf(manifest: string): Map<string, string | null> {
  const found = new Map<string, string | null>();
  let section = '';
  for (const line of read(manifest).split('\n')) {
    section = line.match(/^\[(.+)\]/)?.[1] ?? section;
    const alone = section.match(/dependencies\.([\w-]+)$/)?.[1];
    const name = alone ?? (/dependencies$/.test(section) ? line.match(/^([\w-]+)\s*[=.]/)?.[1] : undefined);
    if (!name) continue;
    const path = line.match(/\bpath\s*=\s*"([^"]+)"/)?.[1];
    found.set(name, path ? normalize(join(dirname(manifest), path)) : (found.get(name) ?? null));
  }
  return found;
}

it('gives every crate a rule', () => {
  expect(manifests.map((file) => dirname(file)).sort()).toEqual(Object.keys(CRATES).sort());
});

it('lets a crate use only what its rule allows', () => {
  const wrong = manifests.flatMap((manifest) => {
    const { uses = [], never } = CRATES[dirname(manifest)] ?? {};
    return [...dependenciesOf(manifest)]
      .filter(([name, ours]) => (ours ? !uses.includes(ours) : never?.test(name)))
      .map(([name]) => `${manifest} uses ${name}`);
  });
  expect(wrong).toEqual([]);
});

it('keeps the shells and their glue out of the core', () => {
  const shells = /\b(?:dsp_(?:worker|worklet|native|fuzz)|wasm_bindgen|js_sys|web_sys)\b/;
  const wrong = filesUnder('dsp/core').filter(
    (file) => file.endsWith('.rs') && shells.test(withoutComments(read(file))),
  );
  expect(wrong).toEqual([]);
});

it('keeps unsafe Rust in the shells and in files named for a CPU feature', () => {
  const wrong = filesUnder('dsp')
    .filter((file) => file.endsWith('.rs') && !/_simd128\.rs$/.test(file))
    .filter((file) => !within(file, 'dsp/worker') && !within(file, 'dsp/worklet'))
    .filter((file) =>
      /\bunsafe\s*(\{|fn|impl|extern)|allow\(unsafe_code\)/.test(withoutComments(read(file))),
    );
  expect(wrong.filter((file) => !allowsSimdOnly(file))).toEqual([]);
});

/** A `mod.rs` may allow `unsafe` only for modules whose file is named for a CPU feature. */
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
