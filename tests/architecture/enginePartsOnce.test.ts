// The engine has no copied parts: no two files of dsp/core share eight consecutive lines of code.
import { expect, it } from 'vitest';
import { filesUnder, read } from '../support/rules/sourceTree.ts';

/** Signatures of a trait's methods repeat up to six lines. */
const LINES = 8;
const NUMBERS = /^[\d\sxa-fA-F_.,\-[\]()]+$/;

/** Lines of code, without comments, imports, braces, table rows and tests. */
const codeOf = (text: string): string[] =>
  (text.split('#[cfg(test)]')[0] ?? '')
    .split('\n')
    .map((line) => line.replace(/\/\/.*$/, '').trim())
    .filter((line) => line.length > 3 && !/^(pub )?use /.test(line) && !NUMBERS.test(line));

/** Pairs of files that share consecutive lines, as `a = b: first line`. */
function doubled(files: ReadonlyMap<string, string>): string[] {
  const homes = new Map<string, string>();
  const pairs = new Map<string, string>();
  for (const [file, text] of files) {
    const lines = codeOf(text);
    for (let at = 0; at + LINES <= lines.length; at++) {
      const run = lines.slice(at, at + LINES).join('\n');
      const home = homes.get(run);
      if (home === undefined) homes.set(run, file);
      else if (home !== file) pairs.set(`${home} = ${file}`, pairs.get(`${home} = ${file}`) ?? lines[at]!);
    }
  }
  return [...pairs].map(([pair, line]) => `${pair}: ${line}`);
}

const core = new Map(
  filesUnder('dsp/core/src')
    .filter((file) => file.endsWith('.rs'))
    .map((file) => [file, read(file)]),
);

it('defines no part of the engine in two files', () => {
  expect(core.size).toBeGreaterThan(100);
  expect(doubled(core)).toEqual([]);
});

it('detects a copied part', () => {
  const part = 'dsp/core/src/codec/aac/syntax/ics_info.rs';
  const copy = 'dsp/core/src/codec/mp3/syntax/ics_info.rs';
  const pairs = doubled(new Map(core).set(copy, core.get(part) ?? ''));
  expect(pairs.map((pair) => pair.split(':')[0])).toEqual([`${part} = ${copy}`]);
});
