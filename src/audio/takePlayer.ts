// Plays a fresh take with the browser's own player, part after part: needs no decoding and no engine. Its elements
// report no length (a recorder writes none); the recorder's clock has it.
import { createScope } from '../lib/scope.ts';

export interface TakePlayer {
  /** Stops the sound and revokes the object URLs; harmless when repeated. */
  stop(): void;
}

export interface TakePlayerOptions {
  /** Files to play in sequence. */
  parts: Blob[];
  onEnded: () => void;
  onFailed: () => void;
}

/** Starts at once; call from a tap or key, otherwise the browser blocks the sound. */
export function playTake({ parts, onEnded, onFailed }: TakePlayerOptions): TakePlayer {
  const scope = createScope();
  const element = new Audio();
  scope.add(() => {
    element.pause();
    element.removeAttribute('src');
    element.load();
  });
  const end = (notify: () => void) => {
    if (scope.closed) return;
    scope.close();
    notify();
  };
  let next = 0;
  const playNext = () => {
    const part = parts[next++];
    if (!part) return end(onEnded);
    const url = URL.createObjectURL(part);
    scope.add(() => URL.revokeObjectURL(url));
    element.src = url;
    element.play().catch(() => end(onFailed));
  };
  scope.listen(element, 'ended', playNext);
  scope.listen(element, 'error', () => end(onFailed));
  playNext();
  return { stop: () => scope.close() };
}
