// Pictures that may come a moment later: a few of them after each frame, so that a list that jumps does not stop a slow
// phone for all of its cards at once, and no frame waits for a picture.

/** Of 16 ms between two frames of a phone; the first picture is drawn whatever it takes. */
const BUDGET_MS = 6;

const waiting = new Set<() => void>();
let isAsked = false;

function ask(): void {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  requestAnimationFrame(() => setTimeout(paintSome));
}

function paintSome(): void {
  isAsked = false;
  const until = performance.now() + BUDGET_MS;
  for (const paint of waiting) {
    waiting.delete(paint);
    paint();
    if (performance.now() >= until) break;
  }
  ask();
}

/** Calls `paint` after one of the next frames, in the order of asking. Answers how to take that back. */
export function paintSoon(paint: () => void): () => void {
  waiting.add(paint);
  ask();
  return () => void waiting.delete(paint);
}
