// Names say what a file is about.
import { expect, it } from 'vitest';
import { filesUnder, ROOMS } from '../support/rules/sourceTree.ts';

it('has no meaningless folder or file name', () => {
  const empty =
    /^(utils?|helpers?|common|misc|types|hooks|shared|controllers?|managers?|services?)(\.\w+)?$/i;
  const wrong = ROOMS.flatMap(filesUnder).filter((file) => file.split('/').some((part) => empty.test(part)));
  expect(wrong).toEqual([]);
});
