// Tags as they are stored and searched.

import type { Gender } from '../contract/categories.ts';
import { TAG_MAX_LENGTH, TAG_MIN_LENGTH } from '../contract/limits.ts';

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A normalised tag, with umlauts spelled out; null if nothing is left. */
export function normaliseTag(tag: string): string | null {
  const trimmed = tag.trim();
  // The predefined tags are written with a capital letter; the category is one of them.
  if (/^[A-Z][a-z]{1,23}$/.test(trimmed)) return trimmed;
  const plain = trimmed
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? '')
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, TAG_MAX_LENGTH);
  return plain.length >= TAG_MIN_LENGTH ? plain : null;
}

/** Normalised tags without duplicates; the performer category is last. */
export function normaliseTags(tags: readonly string[], gender: Gender): string[] {
  const unique = new Map<string, string>();
  for (const tag of tags) {
    const plain = normaliseTag(tag);
    if (plain !== null && plain.toLowerCase() !== gender.toLowerCase())
      unique.set(plain.toLowerCase(), plain);
  }
  return [...[...unique.values()], gender];
}
