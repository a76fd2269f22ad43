import { describe, expect, it } from 'vitest';
import type { Area } from '../../../../src/features/editor/areas.ts';
import {
  commit,
  fitEdit,
  readEdit,
  startHistory,
  storedEdit,
} from '../../../../src/features/editor/editHistory.ts';
import { type Part, partsSeconds, placesOf, readParts } from '../../../../src/features/editor/parts.ts';
import { inserted } from '../../../../src/features/editor/takes/insertion.ts';
import { reordered } from '../../../../src/features/editor/takes/order.ts';
import { NO_TOOLS } from '../../../../src/features/editor/tools/choices.ts';

const TAKE = 'idb:take/a';
const take: Part = { source: TAKE, start: 0, end: 10 };
const file: Part = { source: 'idb:file/b', start: 0, end: 4 };
const whole: Area[] = [{ id: 'area-1', start: 0, end: 10 }];
const bounds = (areas: readonly Area[]) => areas.map(({ start, end }) => [start, end]);

describe('an inserted part', () => {
  it('stands at the end, and the whole draft stays kept', () => {
    const edited = inserted({ parts: [take], areas: whole }, file, 'end', 3);
    expect(edited.parts).toEqual([take, file]);
    expect(edited.at).toBe(10);
    expect(bounds(edited.areas)).toEqual([[0, 14]]);
  });

  it('divides the part around the playhead', () => {
    const edited = inserted({ parts: [take], areas: whole }, { silence: 0.5 }, 'here', 2.5);
    expect(edited.parts).toEqual([
      { source: TAKE, start: 0, end: 2.5 },
      { silence: 0.5 },
      { source: TAKE, start: 2.5, end: 10 },
    ]);
    expect(partsSeconds(edited.parts)).toBe(10.5);
    expect(bounds(edited.areas)).toEqual([[0, 10.5]]);
  });

  it('takes the place of what follows', () => {
    const areas = [
      { id: 'area-1', start: 1, end: 4 },
      { id: 'area-2', start: 5, end: 9 },
      { id: 'area-3', start: 9.5, end: 10 },
    ];
    const edited = inserted({ parts: [take], areas }, file, 'replace', 6);
    expect(edited.parts).toEqual([{ source: TAKE, start: 0, end: 6 }, file]);
    expect(bounds(edited.areas)).toEqual([
      [1, 4],
      [5, 10],
    ]);
  });

  it('moves the areas behind it and is kept in a gap between areas', () => {
    const areas = [
      { id: 'area-1', start: 0, end: 2 },
      { id: 'area-2', start: 6, end: 9 },
    ];
    const edited = inserted({ parts: [take], areas }, file, 'here', 4);
    expect(bounds(edited.areas)).toEqual([
      [0, 2],
      [4, 8],
      [10, 13],
    ]);
    expect(new Set(edited.areas.map(({ id }) => id)).size).toBe(3);
  });

  it('divides silence, and no part at its ends', () => {
    const parts: Part[] = [take, { silence: 2 }, file];
    const areas = [{ id: 'area-1', start: 0, end: 16 }];
    expect(inserted({ parts, areas }, file, 'here', 11).parts).toEqual([
      take,
      { silence: 1 },
      file,
      { silence: 1 },
      file,
    ]);
    expect(inserted({ parts, areas }, file, 'here', 12).parts).toEqual([take, { silence: 2 }, file, file]);
    expect(inserted({ parts, areas }, file, 'here', 0).parts).toEqual([file, ...parts]);
  });
});

describe('a stored edit with parts', () => {
  const own = { areas: whole, tools: NO_TOOLS };
  const parts = [take, file];
  const joined = { areas: [{ id: 'area-1', start: 0, end: 14 }], tools: NO_TOOLS, parts };

  it('has each step in its own length, and the present one in the length that the engine counted', () => {
    const edit = commit(startHistory(own), joined);
    const read = readEdit(JSON.parse(JSON.stringify(storedEdit(edit, 14))), 14.00002);
    expect(read?.past).toEqual([own]);
    expect(read?.present.parts).toEqual(parts);
    expect(bounds(read?.present.areas ?? [])).toEqual([[0, 14.00002]]);
    // Stored with the counted length, and read again.
    expect(read && readEdit(storedEdit(read, 14.00002), 14.00002)).toEqual(read);
  });

  it('keeps its steps with parts when the take alone turns out longer', () => {
    const edit = { past: [], present: own, future: [joined] };
    const fitted = fitEdit(edit, 10, 10.2);
    expect(bounds(fitted.present.areas)).toEqual([[0, 10.2]]);
    expect(fitted.future).toEqual([joined]);
  });

  it('ignores what is no list of parts', () => {
    for (const bad of [
      [],
      [{ silence: 0 }],
      [{ source: TAKE, start: 2, end: 2 }],
      [{ start: 0, end: 1 }],
      'a',
    ])
      expect(readParts(bad)).toBeUndefined();
    expect(readParts(parts)).toEqual(parts);
  });
});

it('marks of a take move with its parts', () => {
  const parts: Part[] = [{ source: TAKE, start: 0, end: 3 }, file, { source: TAKE, start: 5, end: 10 }];
  expect(placesOf(parts, TAKE, [1, 4, 6])).toEqual([1, 8]);
});

describe('another order', () => {
  const parts: Part[] = [take, { silence: 2 }, file];

  it('keeps a whole draft whole', () => {
    const areas = [{ id: 'area-1', start: 0, end: 16 }];
    const moved = reordered({ parts, areas }, [2, 0, 1]);
    expect(moved.parts).toEqual([file, take, { silence: 2 }]);
    expect(moved.areas).toEqual(areas);
  });

  it('moves what is kept of each part with it', () => {
    const areas = [
      { id: 'area-1', start: 1, end: 3 },
      { id: 'area-2', start: 9, end: 13 },
    ];
    const moved = reordered({ parts, areas }, [2, 1, 0]);
    expect(bounds(moved.areas)).toEqual([
      [0, 1],
      [4, 6],
      [7, 9],
      [15, 16],
    ]);
    expect(new Set(moved.areas.map(({ id }) => id)).size).toBe(4);
  });
});
