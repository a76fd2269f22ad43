// Room in the browser.

/** Asks the browser not to evict us under pressure; true when it agreed. Never rejects. */
export async function keepStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}

/** What this origin may still write, as the browser guesses it; null where it does not say. Never rejects. */
export async function freeBytes(): Promise<number | null> {
  const guess = await navigator.storage?.estimate?.().catch(() => null);
  return guess?.quota === undefined ? null : guess.quota - (guess.usage ?? 0);
}
