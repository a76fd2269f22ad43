// What an earlier version of the app, or a page that passed audio as a data URL, left in this browser. Asked at every start,
// so it is small; `oldData.ts` and `handoff.ts` deal with what is found.

export const OLD_PENDING = 'aural_pending_uploads';
export const OLD_DATABASE = 'aural-central-database';
export const OLD_BACKUP = 'aural-migration-backup';
/** Pretended answers of a server: nothing of theirs is anybody's. */
export const OLD_USELESS = ['simulated-database'];
/** Addresses of a page that is closed lead nowhere. */
export const isDeadAddress = (value: string): boolean => /(^|")blob:/.test(value);

/** Cheap. False where storage is forbidden. */
export function hasOldKeys(): boolean {
  try {
    const has = (key: string) => localStorage.getItem(key) !== null;
    const isToMove = (has(OLD_PENDING) || has(OLD_DATABASE)) && !has(OLD_BACKUP);
    return isToMove || OLD_USELESS.some(has) || Object.values(sessionStorage).some(isDeadAddress);
  } catch {
    return false;
  }
}

const KEYS = ['recordingData', 'uploadFile'];

/** Cheap; what is done about it stands in `handoff.ts`. False where the session cannot be read. */
export function hasInlineAudio(): boolean {
  try {
    return KEYS.some((key) => sessionStorage.getItem(key)?.includes('"data:'));
  } catch {
    return false;
  }
}
