// Modules have no import cycles, except for types.
import { expect, it } from 'vitest';
import { type Import, importsOf, modulesUnder, ROOMS } from '../support/rules/sourceTree.ts';

const files = ROOMS.flatMap(modulesUnder);
const imports = new Map<string, Import[]>(files.map((file) => [file, importsOf(file)]));

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
