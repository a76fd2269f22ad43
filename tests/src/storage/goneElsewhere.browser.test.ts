// Two tabs with the same take or file. An iframe plays the second tab, because it has its own locks.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  discardDraft,
  dropDiscarded,
  listTakes,
  readTake,
  restoreTake,
  sweepDiscarded,
} from '../../../src/storage/drafts.ts';
import { getFile, putFile } from '../../../src/storage/files.ts';
import { type Gone, keepGone, onGone } from '../../../src/storage/goneElsewhere.ts';
import { openReference, writeUploadFile } from '../../../src/storage/handoff.ts';
import { fileReference, takeReference } from '../../../src/storage/references.ts';
import { releaseFile, releasePublishedFile, sweepStorage } from '../../../src/storage/sweep.ts';
import { takeById } from '../../../src/storage/takeRecords.ts';
import { heldTakes } from '../../../src/storage/takeTabs.ts';
import { openTake } from '../../../src/storage/takeWriter.ts';
import { wipeStorage } from '../../support/browser/freshStorage.ts';

const opened: (() => void)[] = [];

beforeEach(wipeStorage);
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

async function finished(follows?: string): Promise<string> {
  const writer = await openTake('audio/webm', { follows: follows ? await takeById(follows) : null });
  await writer.append(new Blob(['x']), 1);
  return (await writer.finish(1)).id;
}

/** Opens the take in another tab; call the result to close it. */
async function openElsewhere(id: string): Promise<() => void> {
  const tab = document.createElement('iframe');
  document.body.append(tab);
  const { locks } = tab.contentWindow?.navigator ?? navigator;
  void locks.request(`aural-take-${id}`, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
  await vi.waitFor(async () => expect(await heldTakes()).toContain(id));
  const close = () => tab.remove();
  opened.push(close);
  return async () => {
    close();
    await vi.waitFor(async () => expect(await heldTakes()).not.toContain(id));
  };
}

function hear(reference: string): Gone[] {
  const news: Gone[] = [];
  opened.push(onGone(reference, (gone) => news.push(gone)));
  return news;
}

test('keeps a discarded draft with its earlier parts while another tab has it open, then deletes them', async () => {
  const first = await finished();
  const second = await finished(first);
  const close = await openElsewhere(second);
  await discardDraft(second);
  await dropDiscarded(second);
  expect(await sweepDiscarded()).toEqual([]);
  expect(await (await readTake(second)).text()).toBe('xx');
  expect(await listTakes()).toEqual([]);
  await close();
  // A reloading tab names the take before it opens it.
  expect(await sweepDiscarded(Date.now(), new Set([second]))).toEqual([]);
  expect((await sweepDiscarded()).sort()).toEqual([first, second].sort());
});

test('deletes only the continuation when another tab has the first take open', async () => {
  const first = await finished();
  const second = await finished(first);
  await openElsewhere(first);
  await discardDraft(second);
  await dropDiscarded(second);
  expect(await (await readTake(first)).text()).toBe('x');
  await expect(takeById(second)).rejects.toMatchObject({ code: 'not_found' });
});

test('notifies a tab of a discarded or restored draft, and that tab can keep the draft', async () => {
  const id = await finished();
  const news = hear(takeReference(id));
  await vi.waitFor(() => expect(news).toEqual([null]));
  await discardDraft(id);
  await vi.waitFor(() => expect(news.at(-1)).toBe('discarded'));
  await restoreTake(id);
  await vi.waitFor(() => expect(news.at(-1)).toBe(null));
  await discardDraft(id);
  await vi.waitFor(() => expect(news.at(-1)).toBe('discarded'));
  await keepGone(takeReference(id));
  await dropDiscarded(id);
  expect((await listTakes()).map((take) => take.id)).toEqual([id]);
});

test('keeps a published file while another tab has it open, and notifies that tab', async () => {
  const { id } = await putFile(new Blob(['file']), 'a.mp3');
  const news = hear(fileReference(id));
  const close = await openElsewhere(id);
  await releasePublishedFile(id);
  await vi.waitFor(() => expect(news.at(-1)).toBe('publishedFile'));
  await sweepStorage();
  expect(await (await getFile(id)).blob.text()).toBe('file');
  await close();
  await sweepStorage();
  await expect(getFile(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('keeps a removed file while another tab has it open', async () => {
  const { id } = await putFile(new Blob(['file']), 'a.mp3');
  const close = await openElsewhere(id);
  await releaseFile(fileReference(id));
  expect(await (await getFile(id)).blob.text()).toBe('file');
  await close();
  await releaseFile(fileReference(id));
  await expect(getFile(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('holds a file while the session names it, from selection on and after reopening', async () => {
  const [first, second] = [await putFile(new Blob(['1']), '1.mp3'), await putFile(new Blob(['2']), '2.mp3')];
  const choose = ({ id, name }: { id: string; name: string }) =>
    writeUploadFile({ name, type: 'audio/mpeg', size: 1, data: fileReference(id) });
  choose(first);
  await vi.waitFor(async () => expect([...(await heldTakes())]).toEqual([first.id]));
  choose(second);
  await vi.waitFor(async () => expect([...(await heldTakes())]).toEqual([second.id]));
  await openReference(fileReference(first.id));
  expect([...(await heldTakes())]).toEqual([second.id]);
  sessionStorage.setItem('uploadFile', JSON.stringify({ data: fileReference(first.id) }));
  await openReference(fileReference(first.id));
  await vi.waitFor(async () => expect(await heldTakes()).toContain(first.id));
});
