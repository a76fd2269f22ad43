// Quick listening for moderators: the first seconds come through a wall, so that nobody is hit unprepared.
// One at a time; the element is the only thing that fetches.
import { createScope } from '../lib/scope.ts';

export interface PreviewOptions {
  url: string;
  /** Seconds of muffled sound before it opens. */
  muffledSeconds: number;
  onEnded: () => void;
  onFailed: () => void;
}

export interface Preview {
  /** Seconds heard so far. */
  position(): number;
  stop(): void;
}

/** A closed door: speech stays recognisable as speech, words do not. */
const MUFFLED_HZ = 350;
const OPEN_HZ = 20_000;
/** How long the door takes to open, seconds. */
const OPENING_SECONDS = 0.6;

/** Starts at once; call from a tap or key. */
export function startPreview(options: PreviewOptions): Preview {
  const scope = createScope();
  const element = new Audio(options.url);
  const context = new AudioContext();
  scope.add(() => void context.close());
  const filter = new BiquadFilterNode(context, { type: 'lowpass', frequency: MUFFLED_HZ });
  context.createMediaElementSource(element).connect(filter).connect(context.destination);
  scope.add(() => {
    element.pause();
    element.removeAttribute('src');
    element.load();
  });
  scope.listen(element, 'playing', () => {
    const opens = context.currentTime + Math.max(0, options.muffledSeconds - element.currentTime);
    filter.frequency.setValueAtTime(MUFFLED_HZ, opens);
    filter.frequency.exponentialRampToValueAtTime(OPEN_HZ, opens + OPENING_SECONDS);
  });
  const end = (tell: () => void) => () => {
    if (scope.closed) return;
    scope.close();
    tell();
  };
  scope.listen(element, 'ended', end(options.onEnded));
  scope.listen(element, 'error', end(options.onFailed));
  void context.resume();
  element.play().catch(end(options.onFailed));
  return {
    position: () => element.currentTime,
    stop: () => scope.close(),
  };
}
