// What one tab publishes or discards while another has it open: the other is told, and may go on with it.
import { recordOf } from './files.ts';
import { parseReference } from './handoff.ts';
import { chainOf, markTake, takeById } from './takeRecords.ts';
import { hearTabs } from './takeTabs.ts';

/** `publishedFile`: a picked file, which stands in no list of drafts. Null: nothing of the kind. */
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

/** Hears what other tabs do with what is open here under `reference`; answers the stop. */
export function onGone(reference: string, listener: (gone: Gone) => void): () => void {
  if (parseReference(reference) === null) return () => undefined;
  let isOver = false;
  const look = async () => {
    // What is not there at all says nothing.
    const gone = await goneOf(reference).catch(() => undefined);
    if (!isOver && gone !== undefined) listener(gone);
  };
  const stop = hearTabs(() => void look());
  void look();
  return () => {
    isOver = true;
    stop();
  };
}

/** A take is worked on further: a draft again, with all it goes on from. */
export async function keepGone(reference: string): Promise<void> {
  const parsed = parseReference(reference);
  if (parsed?.kind !== 'take') return;
  for (const { id } of await chainOf(parsed.id)) await markTake(id, { publishedAt: null, discardedAt: null });
}
