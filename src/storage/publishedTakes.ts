// A take that one tab publishes while another has it open: the other is told, and may go on with it.
import { parseReference } from './handoff.ts';
import { chainOf, markTake, takeById } from './takeRecords.ts';

const CHANNEL = 'aural-published';

/** To the other tabs of this browser: some take was published. Old browsers have none to tell. */
export function tellPublished(): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

const takeOf = (reference: string) => {
  const parsed = parseReference(reference);
  return parsed?.kind === 'take' ? parsed.id : null;
};

/** Hears that another tab has published what is open here under `reference`, or does so later; answers the stop. */
export function onPublished(reference: string, listener: () => void): () => void {
  const id = takeOf(reference);
  if (id === null || typeof BroadcastChannel !== 'function') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  let isOver = false;
  const look = async () => {
    const take = await takeById(id).catch(() => null);
    if (!isOver && take && take.publishedAt !== null) listener();
  };
  channel.onmessage = look;
  void look();
  return () => {
    isOver = true;
    channel.close();
  };
}

/** It is worked on further: a draft again, with all it goes on from. */
export async function keepPublished(reference: string): Promise<void> {
  const id = takeOf(reference);
  if (id === null) return;
  for (const take of await chainOf(id)) await markTake(take.id, { publishedAt: null });
}
