// Words somebody typed, as an FTS5 expression: every word must begin a word of the track.

/** null when there is nothing to look for. FTS5's own operators are quoted away. */
export function matchExpression(query: string): string | null {
  const words = query.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? [];
  return words.length === 0 ? null : words.map((word) => `"${word}"*`).join(' ');
}
