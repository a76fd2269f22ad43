// Chunks of a body gathered into stretches that are worth a request each, and none is held for long: what a slow line
// has brought is soon durable.

/** Held in memory for each body on its way. */
const STRETCH_BYTES = 2 * 1024 * 1024;
const HELD_MS = 5_000;

const DUE = Symbol('due');

/**
 * Calls `keep` with one stretch after the other. When `chunks` throws, what has come is kept first; when `keep` throws,
 * the chunks are given up.
 */
export async function gathered(
  chunks: AsyncIterable<Uint8Array>,
  keep: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  const source = chunks[Symbol.asyncIterator]();
  let held: Uint8Array[] = [];
  let size = 0;
  let due = 0;
  const flush = async () => {
    const bytes = Buffer.concat(held);
    held = [];
    size = 0;
    if (bytes.length > 0) await keep(bytes);
  };
  const nextOf = () => {
    const next = source.next();
    // Looked at later, or never when `keep` has failed meanwhile.
    next.catch(() => {});
    return next;
  };
  let next = nextOf();
  let failure: { error: unknown } | null = null;
  try {
    for (;;) {
      const step = size === 0 ? await next : await inTime(next, due);
      if (step === DUE) {
        await flush();
        continue;
      }
      if (step.done) break;
      if (size === 0) due = Date.now() + HELD_MS;
      held.push(step.value);
      size += step.value.length;
      if (size >= STRETCH_BYTES) await flush();
      next = nextOf();
    }
  } catch (error) {
    failure = { error };
  }
  try {
    await flush();
  } finally {
    if (failure) await source.return?.();
  }
  if (failure) throw failure.error;
}

async function inTime<T>(step: Promise<T>, due: number): Promise<T | typeof DUE> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<typeof DUE>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, due - Date.now()), DUE);
  });
  try {
    return await Promise.race([step, waited]);
  } finally {
    clearTimeout(timer);
  }
}
