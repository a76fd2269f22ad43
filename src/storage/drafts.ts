// Takes on this device: listing, discarding, restoring and deleting.

import { listOutbox } from './outbox.ts';
import { type AudioReference, takeReference } from './references.ts';
import {
  allTakes,
  chainOf,
  chunkBatches,
  deleteTake,
  markTake,
  putTake,
  type Take,
  takeById,
  withParts,
} from './takeRecords.ts';
import { heldTakes, takesOfOtherTabs, tellTabs } from './takeTabs.ts';

export { hasUnsavedEnd, takeById } from './takeRecords.ts';

/** Days after which the app asks about a take and deletes other stored audio. */
export const TAKE_KEEP_DAYS = 7;
const DAY_MS = 86_400_000;
/** Without Web Locks another tab may still offer to undo a discard for this long. */
const UNDO_PATIENCE_MS = 60_000;

/** Ids of takes that a visible take continues: they are part of it and no list shows them. */
const followedBy = (takes: Take[]) =>
  new Set(takes.filter((take) => take.discardedAt === null).map((take) => take.follows ?? ''));

/** Takes that lists show, newest first: finished, not discarded, not yet published. */
export async function listTakes(): Promise<Take[]> {
  const takes = await allTakes();
  const parts = followedBy(takes);
  return takes
    .filter((take) => take.finishedAt !== null && take.discardedAt === null && take.publishedAt === null)
    .filter((take) => !parts.has(take.id) && !take.partOf)
    .sort((a, b) => b.startedAt - a.startedAt);
}

/** True when the user last chose to keep this take over a week ago: the app asks, and never deletes it without an answer. */
export const isOldTake = (take: Take, now: number): boolean =>
  now - Math.max(take.keptAt ?? 0, take.finishedAt ?? now) > TAKE_KEEP_DAYS * DAY_MS;

/**
 * Takes of crashed tabs: not finished, not discarded, and not being recorded in any tab. Their length, size and chunk
 * count come from the records. Also removes takes without bytes.
 */
export async function unfinishedTakes(): Promise<Take[]> {
  const open = (await allTakes()).filter((take) => take.finishedAt === null && take.discardedAt === null);
  if (open.length === 0) return [];
  const held = await heldTakes();
  const found: Take[] = [];
  for (const take of open) {
    if (held.has(take.id)) continue;
    const counted = await countChunks(take);
    if (counted.chunks > 0) found.push(counted);
    else await deleteTake(take.id);
  }
  return found.sort((a, b) => b.startedAt - a.startedAt);
}

/** Whether a tab is recording now. */
export async function isBeingRecorded(): Promise<boolean> {
  const held = await heldTakes();
  return (await allTakes()).some((take) => take.finishedAt === null && held.has(take.id));
}

/** Marks a crashed take as finished so that it behaves like any other. */
export async function recoverTake(takeId: string): Promise<Take> {
  const finished: Take = { ...(await countChunks(await takeById(takeId))), finishedAt: Date.now() };
  await putTake(finished);
  return finished;
}

/** The recorded bytes in order, one Blob per opening of the microphone: each is a file of its own. */
export async function readTakeParts(takeId: string): Promise<Blob[]> {
  const files: Blob[] = [];
  for (const take of await chainOf(takeId)) {
    const parts: Blob[] = [];
    // Each batch goes to the browser's blob store: the page's heap holds one of them at a time.
    for await (const batch of chunkBatches(take.id))
      parts.push(new Blob(batch.map((record) => record.bytes)));
    files.push(new Blob(parts, { type: take.mimeType }));
  }
  return files;
}

/** All bytes of a take and of the takes it continues, as one Blob. */
export async function readTake(takeId: string): Promise<Blob> {
  const parts = await readTakeParts(takeId);
  return new Blob(parts, { type: parts[0]?.type ?? '' });
}

/** Hides only the last recording; a take it continues shows again. */
export async function discardTake(takeId: string): Promise<void> {
  await markTake(takeId, { discardedAt: Date.now() });
  tellTabs();
}

/** Hides a take and all takes it continues. */
export async function discardDraft(takeId: string): Promise<void> {
  const discardedAt = Date.now();
  for (const take of await chainOf(takeId)) await markTake(take.id, { discardedAt });
  tellTabs();
}

/** Undoes either discard as long as the bytes exist. */
export async function restoreTake(takeId: string): Promise<void> {
  const chain = await chainOf(takeId);
  const at = chain.at(-1)?.discardedAt;
  for (const take of chain) if (take.discardedAt === at) await markTake(take.id, { discardedAt: null });
  tellTabs();
}

/**
 * Removes the bytes of a discarded take and of the takes discarded with it. A restored take stays; one that another
 * tab has open, or that waits to be sent, is removed at a later start.
 */
export async function dropDiscarded(takeId: string): Promise<void> {
  const takes = await allTakes();
  const chain = withParts([{ id: takeId }], takes);
  const waiting = new Set((await listOutbox()).flatMap(({ keeps }) => keeps));
  const unsent = takes.map(({ id }) => id).filter((id) => waiting.has(takeReference(id)));
  const inUse = new Set([...unsent, ...(await takesOfOtherTabs())]);
  await removeDiscarded(takes, inUse, ({ id }) => chain.has(id));
}

/** Keeps a take for another week. */
export const keepTake = (takeId: string) => markTake(takeId, { keptAt: Date.now() });

/** Makes a recording a part of a draft: it leaves the list, and is deleted with the draft that plays it. */
export const makePart = (takeId: string, partOf: AudioReference) => markTake(takeId, { partOf });

/** An empty name is none. */
export const renameTake = (takeId: string, name: string) => markTake(takeId, { name });

/** Call after the server has confirmed it; lists no longer show it. */
export async function markPublished(takeId: string): Promise<void> {
  const publishedAt = Date.now();
  for (const take of await chainOf(takeId).catch(() => [])) await markTake(take.id, { publishedAt });
}

/**
 * Removes takes that closed tabs discarded: their undo ended with the tab. `inUse` names takes that are still open.
 * Answers the ids.
 */
export async function sweepDiscarded(
  now: number = Date.now(),
  inUse: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const patience = navigator.locks ? 0 : UNDO_PATIENCE_MS;
  return removeDiscarded(
    await allTakes(),
    new Set([...(await heldTakes()), ...inUse]),
    ({ discardedAt }) => now - (discardedAt ?? now) >= patience,
  );
}

/** Of the discarded takes: a draft may still play one, or a take that another tab has recorded since may continue it. */
const removeDiscarded = (takes: Take[], inUse: ReadonlySet<string>, isDue: (take: Take) => boolean) =>
  removeUnneeded(takes, ({ id, discardedAt }) => discardedAt === null || inUse.has(id), isDue);

/**
 * Removes published takes, unless `inUse` names them or a remaining take continues them. A take that is not on the
 * server stays.
 */
export const sweepTakes = async (inUse: ReadonlySet<string>): Promise<string[]> =>
  removeUnneeded(await allTakes(), ({ id, publishedAt }) => publishedAt === null || inUse.has(id));

/** Removes takes that are not needed, in no draft and not continued by one that is. Answers their ids. */
async function removeUnneeded(
  takes: Take[],
  isNeeded: (take: Take) => boolean,
  isDue: (take: Take) => boolean = () => true,
): Promise<string[]> {
  const stays = withParts(
    takes.filter((take) => take.partOf || isNeeded(take)),
    takes,
  );
  const gone = takes.filter((take) => !stays.has(take.id) && isDue(take)).map(({ id }) => id);
  for (const id of gone) await deleteTake(id);
  return gone;
}

/** Rebuilds length, size and count from the records, one batch at a time. */
async function countChunks(take: Take): Promise<Take> {
  const before = take.follows ? await takeById(take.follows).catch(() => null) : null;
  let chunks = 0;
  let sizeBytes = before?.sizeBytes ?? 0;
  let { seconds } = take;
  for await (const batch of chunkBatches(take.id)) {
    chunks += batch.length;
    sizeBytes += batch.reduce((sum, record) => sum + record.bytes.byteLength, 0);
    seconds = batch.at(-1)?.seconds ?? seconds;
  }
  return { ...take, chunks, sizeBytes, seconds };
}
