// What leaves of the configuration: to everybody.
import { AUDIO_FLAG_SECONDS, AUDIO_MAX_BYTES, AUDIO_MIN_SECONDS, UPLOAD_LIMITS } from '../contract/limits.ts';
import type { ConfigView } from '../contract/views/configuration.ts';

/** Modes of this installation beside the limits of all. */
export const presentConfig = (modes: Pick<ConfigView, 'autoApprove' | 'demoMode'>): ConfigView => ({
  maxUploadBytes: AUDIO_MAX_BYTES,
  minSeconds: AUDIO_MIN_SECONDS,
  maxSeconds: AUDIO_FLAG_SECONDS,
  uploadLimits: UPLOAD_LIMITS,
  ...modes,
});
