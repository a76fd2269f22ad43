// The owner of the data that this page reads and writes on this device. Every record names its account in `of`, every
// personal setting in its key; data of other accounts stays hidden. A record without an account (a visitor's, an
// earlier version's) belongs to the current user. The account is stored, so that a page without a network knows it.
const KEY = 'aural.owner';
/** The account of a tab's session storage: a tab that the browser restores may belong to another account. */
const TAB_KEY = 'aural.tabOwner';

const stored = (): string => {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? '';
  } catch {
    return '';
  }
};

/** `ID ROLE`, empty for a visitor. */
let identity = stored();
let isClosed = false;

const accountIn = (text: string) => text.split(' ')[0] ?? '';

/** The account; empty for a visitor. */
export const ownerHere = (): string => accountIn(identity);
export const identityHere = (): string => identity;

/**
 * The account that a new record names. None for a guest: a crashed browser loses a guest's session, and the next
 * visitor is the same user until an account signs in.
 */
export const ownerOfNew = (): string => (identity.endsWith(' guest') ? '' : ownerHere());

/** Whether the current user sees a record. */
export const isOurs = ({ of }: { of?: string | null }): boolean => !of || of === ownerHere();

/** After a change of account this page writes nothing more: it is about to reload. */
export const isStorageClosed = (): boolean => isClosed;
export function closeStorage(): void {
  isClosed = true;
}

/** Deletes what the pages of this tab pass to one another. */
export function clearHanded(): void {
  try {
    globalThis.sessionStorage?.clear();
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

function stampTab(): void {
  try {
    if (ownerHere() !== '') globalThis.sessionStorage?.setItem(TAB_KEY, ownerHere());
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

try {
  const before = globalThis.sessionStorage?.getItem(TAB_KEY);
  if (before && before !== ownerHere()) clearHanded();
  else stampTab();
} catch {
  // Storage is forbidden: nothing was stored.
}

/** Notifies other pages of this browser (`onOtherOwner`). */
export function setOwner(next: string): void {
  identity = next;
  try {
    if (next === '') globalThis.localStorage?.removeItem(KEY);
    else globalThis.localStorage?.setItem(KEY, next);
  } catch {
    // Storage is forbidden: only this page knows.
  }
  stampTab();
}

/**
 * Calls `listener` when another page of this browser signs in or out. `isSame`: a visitor's page, or one of the same
 * account, continues. Answers the stop.
 */
export function onOtherOwner(listener: (isSame: boolean) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    const [before, next] = [ownerHere(), stored()];
    if (next === identity) return;
    const isSame = before === '' || accountIn(next) === before;
    if (isSame) {
      identity = next;
      stampTab();
    }
    listener(isSame);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
