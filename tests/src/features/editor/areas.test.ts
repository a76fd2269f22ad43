import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Area,
  addArea,
  areValidAreas,
  exportRegions,
  isFullyMarked,
  MIN_AREA_SECONDS,
  moveArea,
  moveEdge,
  removeArea,
  shortenFirst,
  splitArea,
  wholeArea,
} from '../../../../src/features/editor/areas.ts';

const areas = (...bounds: [number, number][]): Area[] =>
  bounds.map(([start, end], index) => ({ id: `area-${index + 1}`, start, end }));

describe('a new area', () => {
  it('follows the last one after 2.5 % of the whole and is 5 s long', () => {
    const result = addArea(areas([0, 20]), 60);
    expect(result?.added).toMatchObject({ start: 21.5, end: 26.5 });
    expect(result?.areas).toHaveLength(2);
  });

  it('follows the last one after at most 5 s in a recording of an hour', () => {
    expect(addArea(areas([0, 1200]), 3600)?.added).toMatchObject({ start: 1205, end: 1210 });
  });

  it('ends with the recording when 5 s do not fit', () => {
    expect(addArea(areas([0, 55]), 60)?.added).toMatchObject({ start: 56.5, end: 60 });
  });

  it('uses the first gap of a second when there is no space at the end', () => {
    expect(addArea(areas([0, 10], [14, 60]), 60)?.added).toMatchObject({ start: 10, end: 14 });
    expect(addArea(areas([2, 10], [14, 60]), 60)?.added).toMatchObject({ start: 0, end: 2 });
  });

  it('is refused when all but 5 % is selected', () => {
    expect(addArea(areas([0, 57]), 60)).toBeNull();
    expect(addArea(areas([0, 56.9]), 60)).not.toBeNull();
    expect(isFullyMarked(wholeArea(60), 60)).toBe(true);
  });

  it('never reuses an existing id', () => {
    const one = areas([0, 10]);
    const two = addArea(one, 60)?.areas ?? [];
    const third = addArea(two, 60);
    expect(new Set(third?.areas.map((area) => area.id)).size).toBe(3);
  });
});

describe('a cut', () => {
  it('makes two parts that touch and names the shorter one', () => {
    const cut = splitArea(areas([0, 10], [20, 30]), 22);
    expect(cut?.areas).toEqual([
      { id: 'area-1', start: 0, end: 10 },
      { id: 'area-2', start: 20, end: 22 },
      { id: 'area-3', start: 22, end: 30 },
    ]);
    expect(cut?.shorter.id).toBe('area-2');
    expect(splitArea(areas([0, 10]), 9)?.shorter).toMatchObject({ start: 9, end: 10 });
  });

  it('is refused between the areas and where a part would be shorter than 0.3 s', () => {
    for (const at of [0, 0.2, 9.8, 10, 15, 20.1, 31])
      expect(splitArea(areas([0, 10], [20, 30]), at), `${at}`).toBeNull();
  });

  it('changes nothing that is exported', () => {
    const cut = splitArea(wholeArea(60), 20)?.areas ?? [];
    expect(exportRegions(cut, 60)).toEqual({ ok: true, regions: [{ start: 0, end: 60 }] });
  });
});

describe('moving', () => {
  it('stops an edge at its neighbour and at the ends', () => {
    const list = areas([0, 10], [20, 30]);
    expect(moveEdge(list, 'area-1', 'end', 99, 60)[0]?.end).toBe(20);
    expect(moveEdge(list, 'area-2', 'start', 3, 60)[1]?.start).toBe(10);
    expect(moveEdge(list, 'area-2', 'end', 99, 60)[1]?.end).toBe(60);
    expect(moveEdge(list, 'area-1', 'start', -5, 60)[0]?.start).toBe(0);
  });

  it('keeps at least 0.3 s', () => {
    expect(moveEdge(areas([0, 10]), 'area-1', 'end', 0, 60)[0]?.end).toBeCloseTo(MIN_AREA_SECONDS);
  });

  it('moves a whole area up to its neighbours', () => {
    const list = areas([0, 10], [20, 30]);
    expect(moveArea(list, 'area-1', 50, 60)[0]).toMatchObject({ start: 10, end: 20 });
    expect(moveArea(list, 'area-2', -50, 60)[1]).toMatchObject({ start: 10, end: 20 });
  });

  it('never makes areas overlap, leave the audio or vanish after any operation', () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'start', 'end', 'move', 'remove', 'shorten', 'split'),
      index: fc.nat(6),
      to: fc.double({ min: -30, max: 150, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.double({ min: 1.5, max: 120, noNaN: true }),
        fc.array(step, { maxLength: 40 }),
        (duration, steps) => {
          let list = wholeArea(duration);
          for (const { kind, index, to } of steps) {
            const id = list[index % list.length]?.id ?? '';
            if (kind === 'add') list = addArea(list, duration)?.areas ?? list;
            if (kind === 'split') list = splitArea(list, to)?.areas ?? list;
            else if (kind === 'move') list = moveArea(list, id, to, duration);
            else if (kind === 'remove') list = removeArea(list, id);
            else if (kind === 'shorten') list = shortenFirst(list);
            else list = moveEdge(list, id, kind === 'start' ? 'start' : 'end', to, duration);
            expect(areValidAreas(list, duration)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('the list', () => {
  it('keeps its first area', () => {
    const list = areas([0, 10], [20, 30]);
    expect(removeArea(list, 'area-1')).toHaveLength(2);
    expect(removeArea(list, 'area-2')).toHaveLength(1);
  });

  it('shortens the first area to a third', () => {
    expect(shortenFirst(wholeArea(60))[0]).toMatchObject({ start: 0, end: 20 });
  });

  it('is rejected when it was stored damaged', () => {
    expect(areValidAreas(areas([0, 10], [5, 20]), 60)).toBe(false);
    expect(areValidAreas(areas([0, 70]), 60)).toBe(false);
    expect(areValidAreas([{ start: 0, end: 1 }], 60)).toBe(false);
    expect(areValidAreas([], 60)).toBe(false);
    expect(areValidAreas('x', 60)).toBe(false);
  });
});

describe('the export regions', () => {
  it('are in time order, clamped and without overlaps', () => {
    const verdict = exportRegions(
      [
        { id: 'b', start: 8, end: 99 },
        { id: 'a', start: -1, end: 2 },
        { id: 'c', start: 7, end: 9 },
      ],
      10,
    );
    expect(verdict).toEqual({
      ok: true,
      regions: [
        { start: 0, end: 2 },
        { start: 7, end: 10 },
      ],
    });
  });

  it('give the reason when there are none', () => {
    expect(exportRegions([], 10)).toEqual({ ok: false, reason: 'none' });
    expect(exportRegions(areas([4, 4]), 10)).toEqual({ ok: false, reason: 'no_length' });
    expect(exportRegions(areas([0, 0.5], [2, 2.4]), 10)).toEqual({ ok: false, reason: 'too_short' });
    expect(exportRegions(areas([0, 1]), 10).ok).toBe(true);
  });
});
