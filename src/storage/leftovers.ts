// Old data of an earlier version of the app, or of a page that passed audio as a data URL. Checked at every start, so
// this file is small; `oldData.ts` and `handoff.ts` process what it finds.

export const OLD_PENDING = 'aural_pending_uploads';
export const OLD_DATABASE = 'aural-central-database';
export const OLD_BACKUP = 'aural-migration-backup';
/** Simulated answers of a server: they belong to no user. */
export const OLD_USELESS = ['simulated-database'];
/** Object URLs of a closed page no longer work. */
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

/** Cheap; `handoff.ts` moves it. False where the session cannot be read. */
export function hasInlineAudio(): boolean {
  try {
    return KEYS.some((key) => sessionStorage.getItem(key)?.includes('"data:'));
  } catch {
    return false;
  }
}
