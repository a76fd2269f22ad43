// One tab publishes or discards audio that another has open: the other is notified, and may continue with it.
import { recordOf } from './files.ts';
import { parseReference } from './handoff.ts';
import { chainOf, markTake, takeById } from './takeRecords.ts';
import { watchTabs } from './takeTabs.ts';

/** `publishedFile`: a picked file, which no list of drafts shows. Null: neither. */
export type Gone = 'published' | 'publishedFile' | 'discarded' | null;

async function goneOf(reference: string): Promise<Gone> {
  const parsed = parseReference(reference);
  if (parsed?.kind === 'take') {
    const { publishedAt, discardedAt } = await takeById(parsed.id);
    if (publishedAt !== null) return 'published';
    return discardedAt === null ? null : 'discarded';
  }
  return parsed && (await recordOf(parsed.id))?.publishedAt ? 'publishedFile' : null;
}

/**
 * Calls `listener` when another tab publishes or discards the audio open here under `reference`; answers the stop.
 */
export function onGone(reference: string, listener: (gone: Gone) => void): () => void {
  if (parseReference(reference) === null) return () => undefined;
  let isOver = false;
  const look = async () => {
    // Missing audio is not reported.
    const gone = await goneOf(reference).catch(() => undefined);
    if (!isOver && gone !== undefined) listener(gone);
  };
  const stop = watchTabs(() => void look());
  void look();
  return () => {
    isOver = true;
    stop();
  };
}

/** The user continues with the take: it and all takes it continues are drafts again. */
export async function keepGone(reference: string): Promise<void> {
  const parsed = parseReference(reference);
  if (parsed?.kind !== 'take') return;
  for (const { id } of await chainOf(parsed.id)) await markTake(id, { publishedAt: null, discardedAt: null });
}
