// Plays a fresh take as the browser plays any file, part after part: nothing is decoded, nothing waits for the engine.
// Its elements report no length (a recorder writes none); the recorder's clock knows it.
import { createScope } from '../lib/scope.ts';

export interface TakePlayer {
  /** Ends the sound and gives back the addresses; again is harmless. */
  stop(): void;
}

export interface TakePlayerOptions {
  /** Files that are heard one after the other. */
  parts: Blob[];
  onEnded: () => void;
  onFailed: () => void;
}

/** Starts at once; call from a tap or key so that the browser lets the sound out. */
export function playTake({ parts, onEnded, onFailed }: TakePlayerOptions): TakePlayer {
  const scope = createScope();
  const element = new Audio();
  scope.add(() => {
    element.pause();
    element.removeAttribute('src');
    element.load();
  });
  const end = (tell: () => void) => {
    if (scope.closed) return;
    scope.close();
    tell();
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
