// Modules of dsp/core import only lower ones in the order that dsp/README.md declares, and have no cycles.
import { describe, expect, it } from 'vitest';
import { circleIn, moduleUses, usesInside } from '../support/engine/rustModules.ts';
import { read } from '../support/rules/sourceTree.ts';

const uses = moduleUses('dsp/core/src');

/** Folders of the engine by rank, lowest first. */
const ranks = (read('dsp/README.md').split('<!-- order:engine -->\n')[1] ?? '')
  .split('\n')[0]!
  .split('<')
  .map((group) => [...group.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string));

describe('the engine', () => {
  it('has exactly the modules of the declared order', () => {
    const rooms = [...usesInside(uses, '').keys()].sort();
    expect(rooms.length).toBeGreaterThan(10);
    expect(ranks.flat().sort()).toEqual(rooms);
    expect(uses.get('container::remux')).toContain('codec::scrub');
  });

  it('imports only modules before its own', () => {
    const rankOf = (room: string) => ranks.findIndex((group) => group.includes(room));
    const wrong = [...usesInside(uses, '')].flatMap(([room, targets]) =>
      [...targets]
        .filter((target) => rankOf(target) >= rankOf(room))
        .map((target) => `${room} uses ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no module in a circle', () => {
    expect(circleIn(uses)).toEqual([]);
  });

  it('has no folder in a circle', () => {
    const folders = [
      ...new Set([...uses.keys()].map((module) => module.split('::').slice(0, -1).join('::'))),
    ];
    const circles = folders
      .map((folder) => [folder, ...circleIn(usesInside(uses, folder))])
      .filter((circle) => circle.length > 1);
    expect(circles).toEqual([]);
  });
});
