// Writes the latest of what changes often: the first change at once, those that follow together a moment later.

/** How long changes are gathered after a write, milliseconds: what a crash can cost at most. */
const GATHER_MS = 250;

export interface Keeper {
  /** Replaces what waits under `key`. */
  keep(key: string, value: unknown): void;
  /** Starts writing what waits, now; for a page that is about to go. */
  flush(): void;
}

/** A write that fails is reported to the console: losing an edit on a full disk is no reason to interrupt. */
export function createKeeper(write: (key: string, value: unknown) => Promise<void>): Keeper {
  const waiting = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    const entries = [...waiting];
    waiting.clear();
    for (const [key, value] of entries)
      write(key, value).catch((error: unknown) => console.warn('edit not remembered', error));
  };
  const gather = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting.size === 0) return;
      flush();
      gather();
    }, GATHER_MS);
  };
  return {
    keep(key, value) {
      waiting.set(key, value);
      if (timer !== undefined) return;
      flush();
      gather();
    },
    flush,
  };
}
