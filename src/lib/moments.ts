// Moments of a recording in texts and URLs: `192`, `3m12s`, `1h02m`, `3:12`. Pure; seconds in and out.

const UNITS = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s?)?$/;
const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/;

const total = (hours = '0', minutes = '0', seconds = '0') =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);

/** `?t=` of a URL; null when it names no moment. */
export function readMoment(text: string | null): number | null {
  if (text === null || text === '') return null;
  const [, ...parts] = CLOCK.exec(text) ?? UNITS.exec(text) ?? [];
  return parts.length === 0 ? null : total(...parts);
}

/** The same, for the page's URL. */
export const writeMoment = (seconds: number): string => String(Math.max(0, Math.floor(seconds)));

export type Part = { text: string; seconds: number | null };

const MOMENT = /(?<![\w:.,/=&])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?![\d:])/g;

/** Splits a text into plain parts and the moments in it; moments beyond `endSeconds` stay plain. */
export function findMoments(text: string, endSeconds: number): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(MOMENT)) {
    const [whole, hours, minutes, seconds] = match;
    const at = total(hours, minutes, seconds);
    if (at > endSeconds) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index), seconds: null });
    parts.push({ text: whole, seconds: at });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), seconds: null });
  return parts;
}
