// A recording's audio columns for tests: valid by default, different where a test says so.
import { randomBytes } from 'node:crypto';
import type { AudioColumns } from '../../../api/db/tables/audio.ts';

/** Without bytes behind it. */
export const buildAudio = (change: Partial<AudioColumns> = {}): AudioColumns => ({
  file: `${randomBytes(16).toString('hex')}.mp3`,
  mime_type: 'audio/mpeg',
  size: 1000,
  duration: 60,
  face: '',
  lufs: -20,
  envelope: null,
  ...change,
});
