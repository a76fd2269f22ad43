// The rules of the Rust crates: where `unsafe` may stand.
import { expect, it } from 'vitest';
import { filesUnder, read, within, withoutComments } from '../support/sourceTree.ts';

it('keeps unsafe Rust in the shells and in files named for a CPU feature', () => {
  const wrong = filesUnder('dsp')
    .filter((file) => file.endsWith('.rs') && !/_simd128\.rs$/.test(file))
    .filter((file) => !within(file, 'dsp/worker') && !within(file, 'dsp/worklet'))
    .filter((file) =>
      /\bunsafe\s*(\{|fn|impl|extern)|allow\(unsafe_code\)/.test(withoutComments(read(file))),
    );
  expect(wrong.filter((file) => !allowsSimdOnly(file))).toEqual([]);
});

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
