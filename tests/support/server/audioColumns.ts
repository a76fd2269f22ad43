// Default valid audio columns of a recording; tests override single ones.
import { randomBytes } from 'node:crypto';
import type { AudioColumns } from '../../../api/db/tables/audio.ts';

/** The row has no bytes in the store. */
export const buildAudio = (change: Partial<AudioColumns> = {}): AudioColumns => ({
  file: `${randomBytes(16).toString('hex')}.mp3`,
  mime_type: 'audio/mpeg',
  size: 1000,
  duration: 60,
  cover: '',
  lufs: -20,
  envelope: null,
  sound_key: null,
  small: null,
  small_size: null,
  ...change,
});
