// The specification's sentences are only in the catalogue.
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import literals from '../fixtures/messages.json' with { type: 'json' };
import { read, sourcesUnder, withoutComments } from '../support/rules/sourceTree.ts';

const specified = [...new Set(Object.values(literals as Record<string, string[]>).flat())];

it('has specified sentences only in the catalogue', () => {
  // A single word can also be a tag, category or state; a sentence cannot.
  const sentences = specified.filter((text) => text.includes(' '));
  const wrong = sourcesUnder('src')
    .filter((file) => file !== 'src/lib/messages.ts' && !file.startsWith('src/lib/messages/'))
    .flatMap((file) => {
      const text = withoutComments(read(file));
      return sentences
        .filter(
          (sentence) =>
            ["'", '"', '`'].some((q) => text.includes(`${q}${sentence}${q}`)) ||
            text.includes(`>${sentence}<`),
        )
        .map((sentence) => `${basename(file)}: ${sentence}`);
    });
  expect(wrong).toEqual([]);
});
