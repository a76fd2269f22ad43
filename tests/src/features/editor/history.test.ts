import { describe, expect, it } from 'vitest';
import {
  commit,
  freshEdit,
  readEdit,
  redo,
  startHistory,
  storedEdit,
  undo,
} from '../../../../src/features/editor/editHistory.ts';

describe('history', () => {
  it('undoes and redoes step by step', () => {
    let history = commit(commit(startHistory('a'), 'b'), 'c');
    history = undo(history);
    expect(history.present).toBe('b');
    history = undo(history);
    expect(history.present).toBe('a');
    expect(undo(history)).toBe(history);
    history = redo(redo(history));
    expect(history.present).toBe('c');
    expect(redo(history)).toBe(history);
  });

  it('clears the redo steps with a new step', () => {
    const history = commit(undo(commit(startHistory('a'), 'b')), 'x');
    expect(history.future).toEqual([]);
    expect(undo(history).present).toBe('a');
  });

  it('holds at least a hundred steps', () => {
    let history = startHistory(0);
    for (let step = 1; step <= 150; step++) history = commit(history, step);
    for (let step = 0; step < 100; step++) history = undo(history);
    expect(history.present).toBe(50);
  });
});

describe('a stored edit', () => {
  const whole = { id: 'area-1', start: 0, end: 10 };
  const stored = (area: object) => {
    const edit = { ...freshEdit(10), present: { areas: [{ ...whole, ...area }], tools: {} } };
    return JSON.parse(JSON.stringify(storedEdit(edit, 10)));
  };

  it('keeps the volume of its areas, and opens as before where it has none', () => {
    expect(readEdit(stored({ gainDb: -12 }), 10)?.present.areas).toEqual([{ ...whole, gainDb: -12 }]);
    expect(readEdit(stored({}), 10)?.present.areas).toEqual([whole]);
  });

  it.each([
    [10.5, [0, 4], [6, 10.5]],
    [9.98, [0, 4], [6, 9.98]],
  ])('is kept when the take counts %d seconds by now instead of 10', (seconds, ...areas) => {
    const [first, second] = [
      { id: 'area-1', start: 0, end: 4 },
      { id: 'area-2', start: 6, end: 10 },
    ];
    const edit = commit(freshEdit(10), { areas: [first, second], tools: {} });
    const read = readEdit(JSON.parse(JSON.stringify(storedEdit(edit, 10))), seconds);
    expect(read?.present.areas.map(({ start, end }) => [start, end])).toEqual(areas);
    expect(read?.past.map((step) => step.areas)).toEqual([[{ ...whole, end: seconds }]]);
  });

  it('is refused with a volume that the engine refuses', () => {
    for (const gainDb of [-13, 7, 'loud']) expect(readEdit(stored({ gainDb }), 10)).toBeNull();
  });
});
