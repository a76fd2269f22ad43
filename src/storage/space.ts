// Room in the browser.

/** Asks the browser not to evict us under pressure; true when it agreed. Never rejects. */
export async function keepStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
