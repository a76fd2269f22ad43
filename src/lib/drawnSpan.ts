// The next rows of a long list to render: a few per frame, visible ones first, so that no frame waits for all.

export interface Span {
  first: number;
  /** Exclusive. */
  end: number;
}

const isDisjoint = (one: Span, other: Span) => one.end <= other.first || other.end <= one.first;

/**
 * The next span on the way from `now` to `wanted`, which contains `seen`. Removes unwanted rows at once, adds at most
 * `most` new ones.
 */
export function stepTowards(now: Span, wanted: Span, seen: Span, most: number): Span {
  const stays: Span = isDisjoint(now, seen)
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
