// Plays decoded sound once.
import type { PcmRange } from '../../dsp/pkg/dsp.js';
import { createScope } from '../lib/scope.ts';
import { createAuditionOutput } from './audition.ts';

/** Answers what stops it. Call from a tap or key, otherwise the browser blocks the sound. */
export function playRange(range: PcmRange): () => void {
  const scope = createScope();
  const output = createAuditionOutput(scope, range.startSeconds);
  output.schedule(range, range.startSeconds, 0).catch((error: unknown) => console.warn('not heard', error));
  return () => {
    scope.close();
    output.suspend();
  };
}
