import { describe, expect, it } from 'vitest';
import { commit, redo, startHistory, undo } from '../../../../src/features/editor/editHistory.ts';

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
