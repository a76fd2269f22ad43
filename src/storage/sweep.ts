// Automatic deletion on this device: a take as soon as it is published; at every start discarded takes, and audio
// published while another tab had it open; once a day files older than 7 days without a reference. Run once after
// start.
import { markPublished, sweepDiscarded, sweepTakes, TAKE_KEEP_DAYS } from './drafts.ts';
import { allFiles, deleteFile, markFile, sweepFiles, sweepPublishedFiles } from './files.ts';
import { forgetUnnamed, parseReference, readAddition, readRecordingData, readUploadFile } from './handoff.ts';
import { readNote, writeNote } from './notes.ts';
import { listOutbox } from './outbox.ts';
import type { AudioReference } from './references.ts';
import { allTakes } from './takeRecords.ts';
import { takesOfOtherTabs, tellTabs } from './takeTabs.ts';

const DAY_MS = 86_400_000;
const NOTE = 'swept';

/** Ids of takes and files that this page or the outbox refers to. */
async function idsInUse(): Promise<Set<string>> {
  const inUse = new Set<string>();
  const use = (reference: AudioReference | null | undefined) => {
    const id = reference ? parseReference(reference)?.id : undefined;
    if (id) inUse.add(id);
  };
  for (const entry of await listOutbox()) entry.keeps.forEach(use);
  use(readRecordingData()?.file.data);
  use(readUploadFile()?.data);
  use(readAddition()?.draft.file.data);
  return inUse;
}

/** Files that a draft on this device plays, and files to which a recording was added: it would be deleted with them. */
async function filesOfDrafts(): Promise<string[]> {
  const [files, takes] = [await allFiles(), await allTakes()];
  const drafts = new Set([...files, ...takes].map(({ id }) => id));
  const draftOf = ({ partOf = '' }: { partOf?: AudioReference }) => parseReference(partOf)?.id ?? '';
  const played = files.filter((file) => drafts.has(draftOf(file))).map(({ id }) => id);
  return [...played, ...takes.map(draftOf)];
}

const inUseAnywhere = async () => new Set([...(await idsInUse()), ...(await takesOfOtherTabs())]);

/**
 * Removes a stored file, or bytes in memory, at once, unless something refers to it or another tab has it open. Takes
 * stay: they have their own list.
 */
export async function releaseFile(reference: AudioReference): Promise<void> {
  const parsed = parseReference(reference);
  if (parsed === null) return forgetUnnamed(reference);
  if (parsed.kind === 'file' && !(await inUseAnywhere()).has(parsed.id)) await deleteFile(parsed.id);
}

/** Removes a file that the server has, at once; while another tab has it open, at a later start. */
export async function releasePublishedFile(fileId: string): Promise<void> {
  if (!(await takesOfOtherTabs()).has(fileId)) return deleteFile(fileId);
  await markFile(fileId, { publishedAt: Date.now() });
  tellTabs();
}

/**
 * The server has the upload made from this take. Its bytes are removed at once, because they may be a voice before
 * its disguise. While something refers to them, or another tab has them open, they wait for the next start.
 */
export async function releaseTake(takeId: string): Promise<void> {
  await markPublished(takeId);
  tellTabs();
  await sweepTakes(await inUseAnywhere());
}

/** Answers whether the daily part ran. Rejects when storage cannot be reached. */
export async function sweepStorage(now: number = Date.now()): Promise<boolean> {
  const inUse = await inUseAnywhere();
  await sweepDiscarded(now, inUse);
  await sweepTakes(inUse);
  await sweepPublishedFiles(inUse);
  const last = await readNote(NOTE);
  if (typeof last === 'number' && now - last < DAY_MS) return false;
  await writeNote(NOTE, now);
  const played = new Set([...inUse, ...(await filesOfDrafts())]);
  await sweepFiles(played, TAKE_KEEP_DAYS * DAY_MS, now);
  return true;
}
