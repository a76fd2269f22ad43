// The rules of tags, of recordings and of interests. Pure.
import { TAG_MAX_LENGTH, TAG_MIN_LENGTH, TAGS_MAX_COUNT } from '../../api/contract/limits.ts';
import { shareMessages } from './messages/share.ts';

/** `error` is a message text. */
export type TagAnswer = { ok: true; tags: string[] } | { ok: false; error: string };

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Lower case, umlauts written out, spaces to hyphens, only a-z 0-9 and hyphen, at most 24 characters. */
export function normaliseTag(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .slice(0, TAG_MAX_LENGTH)
    .replace(/^-|-$/g, '');
}

/** Adds a custom tag, or answers the error. */
export function addTag(tags: readonly string[], text: string): TagAnswer {
  const tag = normaliseTag(text);
  if (tag.length < TAG_MIN_LENGTH) return { ok: false, error: shareMessages.tags.tooShort };
  if (tags.length >= TAGS_MAX_COUNT) return { ok: false, error: shareMessages.tags.tooMany };
  if (tags.includes(tag)) return { ok: false, error: shareMessages.tags.duplicate };
  if (shareMessages.tags.predefined.some((each) => each.toLowerCase() === tag)) {
    return { ok: false, error: shareMessages.tags.suggested };
  }
  return { ok: true, tags: [...tags, tag] };
}

/** Removes a tag, or adds a predefined one. */
export function toggleTag(tags: readonly string[], tag: string): TagAnswer {
  if (tags.includes(tag)) return { ok: true, tags: tags.filter((each) => each !== tag) };
  if (tags.length >= TAGS_MAX_COUNT) return { ok: false, error: shareMessages.tags.tooMany };
  return { ok: true, tags: [...tags, tag] };
}
