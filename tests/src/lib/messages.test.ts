// The catalogue contains every literal of the specification, and long ones appear nowhere else.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { profileMessages } from '../../../src/lib/messages/profile.ts';
import { reportMessages } from '../../../src/lib/messages/report.ts';
import { failureText, fill, languageOf, messages } from '../../../src/lib/messages.ts';
import literals from '../../fixtures/messages.json' with { type: 'json' };

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const FOLDER = new URL('../../../src/lib/messages/', import.meta.url);
const rooms = await Promise.all(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => import(new URL(file, FOLDER).href) as Promise<Record<string, unknown>>),
);
const catalogue = new Set(textsOf([messages, ...rooms.map((room) => ({ ...room }))]));
const all = Object.values(literals).flat();
const SRC = new URL('../../../src/', import.meta.url);

describe('the catalogue (row 3)', () => {
  it.each(Object.entries(literals))('contains every text of %s (row 3)', (_group, texts) => {
    expect(texts.filter((text) => !catalogue.has(text))).toEqual([]);
  });

  it('is the only source of its sentences', () => {
    const sentences = all.filter((text) => text.length >= 14);
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/lib\/messages(\.ts|\/)/.test(file),
    );
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((file) => {
      const code = readFileSync(new URL(file, SRC), 'utf8').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
      return sentences.filter((text) => code.includes(text)).map((text) => `${file}: ${text}`);
    });
    expect(found).toEqual([]);
  });
});

it('tags exactly the German texts with their language', () => {
  expect(languageOf(profileMessages.profile.notFound)).toBe('de');
  expect(languageOf(reportMessages.sendFailed)).toBe('de');
  expect(languageOf(messages.feed.hero)).toBeUndefined();
  const umlauts = [...catalogue].filter((text) => /[äöüßÄÖÜ]/.test(text));
  expect(umlauts.length).toBeGreaterThan(20);
  expect(umlauts.filter((text) => languageOf(text) !== 'de')).toEqual([]);
});

it('fills placeholders and leaves unknown ones visible', () => {
  expect(fill(messages.card.deleteText, { title: 'A "b"' })).toBe(
    'Do you really want to delete the recording "A "b""?',
  );
  expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}');
});

it('has a sentence for every failure code', () => {
  expect(failureText('offline')).not.toBe(failureText('internal'));
  expect(failureText('range_not_satisfiable')).toBe(failureText('internal'));
});
