// A user's steps between microphone and server, in a browser that may be killed at any moment.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CDPSession } from 'playwright';
import { openDatabase } from '../../../api/db/client.ts';
import { createDiskStore } from '../../../api/storage/disk.ts';
import type { TestServer } from '../server/server.ts';
import type { KillableBrowser } from './killableBrowser.ts';

type Page = KillableBrowser['page'];

export const RECORDED_MS = 6000;
/** Bytes per second: the upload of a short take lasts several seconds. */
export const SLOW = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 20_000 };
export const OFFLINE = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
export const FREE = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** One session per page, because another session cannot undo its network conditions. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

export async function network({ context, page }: KillableBrowser, conditions: typeof SLOW): Promise<void> {
  if (!sessions.has(page)) sessions.set(page, context.newCDPSession(page));
  const session = await sessions.get(page);
  if (!session) throw new Error('no session');
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** Resolves when the recorder has handed over the take. */
export async function record(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/record`);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByRole('heading', { name: 'Have fun!' }).waitFor();
  await page.waitForTimeout(RECORDED_MS);
  await page.getByRole('button', { name: 'Stop recording' }).click();
}

export async function toEditor(page: Page): Promise<void> {
  const edit = page.getByRole('button', { name: /^Edit/ });
  await Promise.race([
    page.waitForURL('**/audio-editor'),
    edit.click({ timeout: 20_000 }).then(() => page.waitForURL('**/audio-editor')),
  ]);
  await page.getByRole('heading', { name: 'Sounds good!' }).waitFor();
}

export async function toForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.waitForURL('**/upload');
  await page.getByText(/^Recording, 0:/).waitFor();
}

const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });

export async function pressPublish(page: Page): Promise<void> {
  await publishButton(page).and(page.locator(':enabled')).waitFor();
  await publishButton(page).click();
}

/** Uploads on the server, from its database and its files: after a kill a visitor may have another account, which sees none of these. */
export async function arrived({
  data,
}: TestServer): Promise<{ title: string; hash: string; seconds: number }[]> {
  const { db, close } = await openDatabase(join(data, 'aural.db'));
  try {
    const rows = await db
      .selectFrom('uploads')
      .select(['title', 'file', 'size', 'duration'])
      .orderBy('created_at')
      .execute();
    const blobs = createDiskStore(join(data, 'blobs'));
    return await Promise.all(
      rows.map(async ({ title, file, size, duration: seconds }) => {
        const stored = await blobs.readWhole(file, 0, size - 1);
        return { title, seconds, hash: createHash('sha256').update(stored).digest('hex') };
      }),
    );
  } finally {
    await close();
  }
}
