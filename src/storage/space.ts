// How much room the browser gives, and asking it to keep what we stored.

export interface Space {
  usedBytes: number;
  /** What may still be written; null when the browser does not say. */
  freeBytes: number | null;
}

export async function estimateSpace(): Promise<Space> {
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  const usedBytes = estimate?.usage ?? 0;
  return { usedBytes, freeBytes: estimate?.quota === undefined ? null : estimate.quota - usedBytes };
}

/** Asks the browser not to evict us under pressure; true when it agreed. Never rejects. */
export async function keepStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
