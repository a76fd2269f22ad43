// Which rows of a long list are drawn next: a few at once, those that are seen first, so that no frame waits for all.

export interface Span {
  first: number;
  /** Behind the last one. */
  end: number;
}

const isApart = (one: Span, other: Span) => one.end <= other.first || other.end <= one.first;

/**
 * The next span on the way from `now` to `wanted`, of which `seen` is a part. What is not wanted any more goes at once,
 * of what is new at most `most` come.
 */
export function stepTowards(now: Span, wanted: Span, seen: Span, most: number): Span {
  const stays: Span = isApart(now, seen)
    ? { first: seen.first, end: seen.first }
    : { first: Math.max(now.first, wanted.first), end: Math.min(now.end, wanted.end) };
  let left = most;
  let { first, end } = stays;
  for (const part of [seen, wanted]) {
    const below = Math.min(left, Math.max(0, part.end - end));
    end += below;
    left -= below;
    const above = Math.min(left, Math.max(0, first - part.first));
    first -= above;
    left -= above;
  }
  return { first, end };
}
