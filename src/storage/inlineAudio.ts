// Audio that a page handed over in the session itself, as a data URL (S1 §3), instead of a reference to it.

const KEYS = ['recordingData', 'uploadFile'];

/** Cheap; what is done about it stands in `handoff.ts`. False where the session cannot be read. */
export function hasInlineAudio(): boolean {
  try {
    return KEYS.some((key) => sessionStorage.getItem(key)?.includes('"data:'));
  } catch {
    return false;
  }
}
