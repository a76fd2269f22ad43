// What a person does between microphone and server, in a browser that may be killed at any moment.
import type { PendingUploadView } from '../../api/contract/uploads.ts';
import type { KillableBrowser } from './killableBrowser.ts';

type Page = KillableBrowser['page'];

export const RECORDED_MS = 6000;
/** Bytes a second: a take of some seconds is on its way for several. */
export const SLOW = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 20_000 };
export const OFFLINE = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
export const FREE = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

export async function network(browser: KillableBrowser, conditions: typeof SLOW): Promise<void> {
  const session = await browser.context.newCDPSession(browser.page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** Ends when the recorder has handed the take over. */
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

/** What the server has of this browser's person. */
export async function arrived(page: Page): Promise<PendingUploadView[]> {
  const reply = await page.evaluate(async () => {
    const answer = await fetch('/upload.php?action=getPendingUploads');
    return (await answer.json()) as { data: unknown };
  });
  return reply.data as PendingUploadView[];
}
