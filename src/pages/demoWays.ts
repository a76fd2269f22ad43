// Targets of the app's links inside a demo.
import { demoPaths } from '../lib/demoPaths.ts';

export const DEMO_WAYS = [
  ['/player', demoPaths.player],
  ['/comment-track', demoPaths.player],
  ['/profile', demoPaths.profile],
  ['/category', demoPaths.feed],
  ['/demo', '/demo'],
] as const;
