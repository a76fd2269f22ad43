// Parses a typed time. Pure.

/** Seconds of `12.5`, `12,5`, `1:02.5` or `1:00:02`; NaN for anything else. */
export function readTime(text: string): number {
  const parts = text.trim().replace(',', '.').split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d+(\.\d*)?$|^\.\d+$/.test(part))) return Number.NaN;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}
