// Steps that several journeys share, by the texts on the screen.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test';
import { createAdmin, startServer, type TestServer } from '../support/server/server.ts';

const PHONE = { width: 360, height: 640 };
export const ADMIN = { username: 'night_watch', password: 'Candle-light-42' };

/** The server and folder of one spec file; set before its first journey. */
export interface Stage {
  server: TestServer;
  /** A temporary folder. */
  scratch: string;
}

let opened: BrowserContext[] = [];

/** Closes the contexts that each test of the calling spec file passes to `closedAfterTest`. */
export function closeAfterTests(): void {
  test.beforeEach(() => {
    opened = [];
  });
  test.afterEach(async () => {
    await Promise.all(opened.map((context) => context.close()));
  });
}

export function closedAfterTest(context: BrowserContext): BrowserContext {
  opened.push(context);
  return context;
}

/** A server without accounts and a temporary folder for the calling spec file; `settings` are the server's. */
export function freshStage(settings: Record<string, string> = {}): Stage {
  const stage = {} as Stage;
  test.beforeAll(async () => {
    stage.scratch = mkdtempSync(join(tmpdir(), 'aural-journey-'));
    stage.server = await startServer({ DEMO_MODE: 'off', ...settings });
  });
  closeAfterTests();
  test.afterAll(async () => {
    await stage.server?.stop();
    if (stage.scratch) rmSync(stage.scratch, { recursive: true, force: true });
  });
  return stage;
}

/** The same with a moderator. */
export function ownStage(settings: Record<string, string> = {}): Stage {
  const stage = freshStage(settings);
  test.beforeAll(() => createAdmin(stage.server, ADMIN.username, ADMIN.password));
  return stage;
}

/** Errors that the page reported; a journey ends with none. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

export interface Phone {
  context: BrowserContext;
  page: Page;
  errors: string[];
}

/** A visitor's phone: its own cookies and storage. Closed after the test that opened it. */
export async function phone(browser: Browser, server: TestServer): Promise<Phone> {
  const context = closedAfterTest(
    await browser.newContext({
      viewport: PHONE,
      baseURL: server.url,
      permissions: ['microphone'],
      hasTouch: true,
    }),
  );
  const page = await context.newPage();
  return { context, page, errors: watchErrors(page) };
}

/** Answers the 18+ question. */
export async function confirmAge(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ich bin mindestens 18 Jahre alt' }).click();
}

/** Waits until the recorder's timer shows at least this many seconds; a busy machine may skip some. */
export async function recordedFor(page: Page, seconds: number): Promise<void> {
  const shown = async () => {
    const [, minutes = '0', rest = '-1'] =
      /(\d\d):(\d\d)/.exec(await page.getByRole('timer').innerText()) ?? [];
    return Number(minutes) * 60 + Number(rest);
  };
  await expect.poll(shown, { timeout: 30_000 }).toBeGreaterThanOrEqual(seconds);
}

/** Records for this many seconds and ends in the editor, which may still read the take. */
export async function record(page: Page, seconds: number): Promise<void> {
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await confirmAge(page);
  await recordedFor(page, seconds);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.waitForURL('**/audio-editor');
}

/** Types an edge of the open area; `edge` is its label. */
export async function setEdge(page: Page, edge: 'Start' | 'End', seconds: number): Promise<void> {
  const field = page.getByLabel(edge, { exact: true });
  await field.fill(seconds.toFixed(2));
  await field.press('Enter');
  const clock = `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;
  await expect(field).toHaveValue(clock);
}

/** A press in the first milliseconds of an item counts for the previous item. */
const LOOKED_AT_MS = 500;

/** Approves the open item as a moderator who has listened. */
export async function approveOpen(page: Page): Promise<void> {
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toBeVisible();
  await page.waitForTimeout(LOOKED_AT_MS);
  await approve.click();
}

/** Signs a real admin in on another device and approves the upload of this title. */
export async function approve(browser: Browser, server: TestServer, title: string): Promise<void> {
  const { context, page, errors } = await phone(browser, server);
  await page.goto('/admin?tab=queue');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const row = page.getByRole('article', { name: title });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: title }).last().click();
  await approveOpen(page);
  // It can be undone for ten seconds.
  await expect(page.getByText(`“${title}” is live`)).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
}

/** Share of painted canvas pixels, 0 … 1, including shadow trees. */
export function inkOf(page: Page, selector: string): Promise<number> {
  return page.evaluate((wanted) => {
    const canvasesIn = (root: ParentNode): HTMLCanvasElement[] => [
      ...root.querySelectorAll('canvas'),
      ...[...root.querySelectorAll('*')].flatMap((element) =>
        element.shadowRoot ? canvasesIn(element.shadowRoot) : [],
      ),
    ];
    const scope = document.querySelector(wanted);
    let inked = 0;
    let all = 0;
    for (const canvas of scope ? canvasesIn(scope) : []) {
      const context = canvas.getContext('2d');
      if (!context || canvas.width === 0 || canvas.height === 0) continue;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 0) > 8) inked += 1;
      all += data.length / 4;
    }
    return all === 0 ? 0 : inked / all;
  }, selector);
}

/** The bytes that a session key refers to, read from this origin's storage. */
export async function storedBytes(page: Page, key: 'recordingData' | 'uploadFile'): Promise<Buffer> {
  const base64 = await page.evaluate(async (name) => {
    const value = JSON.parse(sessionStorage.getItem(name) ?? 'null');
    const reference: string = name === 'recordingData' ? value.file.data : value.data;
    const [, kind, id] = /^idb:(take|file)\/(.+)$/.exec(reference) ?? [];
    if (!kind || !id) throw new Error(`not stored: ${reference}`);
    const opened = indexedDB.open('aural-studio');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result);
      opened.onerror = () => reject(opened.error);
    });
    const all = <T>(store: string, query: IDBValidKey | IDBKeyRange) =>
      new Promise<T[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll(query);
        request.onsuccess = () => resolve(request.result as T[]);
        request.onerror = () => reject(request.error);
      });
    // An export is a file in the private file system, named by its record.
    const bytesOf = async ({ blob, path }: { blob: Blob | null; path?: [string, string] }) => {
      if (blob) return blob;
      if (!path) throw new Error(`nothing is stored under ${id}`);
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(path[0]);
      return (await folder.getFileHandle(path[1])).getFile();
    };
    const parts =
      kind === 'take'
        ? (await all<{ bytes: ArrayBuffer }>('chunks', IDBKeyRange.bound([id], [id, []]))).map((c) => c.bytes)
        : await Promise.all(
            (await all<{ blob: Blob | null; path?: [string, string] }>('files', id)).map(bytesOf),
          );
    database.close();
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    let text = '';
    for (let i = 0; i < bytes.length; i += 0x8000)
      text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(text);
  }, key);
  return Buffer.from(base64, 'base64');
}
