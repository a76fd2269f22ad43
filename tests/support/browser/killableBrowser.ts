// A Chromium process with a profile on disk, so that a test can kill it without notice, as a phone does.
import { spawn } from 'node:child_process';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.mjs';

export interface KillableBrowser {
  context: BrowserContext;
  page: Page;
  /** SIGKILL to all its processes. */
  kill(): Promise<void>;
  /** Closes it as a user does. */
  close(): Promise<void>;
}

const PHONE = { width: 360, height: 640 };

/** Starts on the profile in `folder`; the microphone is the browser's beeping one, without a prompt. */
export async function openKillable(folder: string): Promise<KillableBrowser> {
  const path = chromiumPath();
  if (!path) throw new Error('not run: there is no Chromium');
  const child = spawn(
    path,
    [
      ...CHROMIUM_FLAGS,
      '--headless=new',
      '--no-default-browser-check',
      `--user-data-dir=${folder}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (bytes) => {
      said += bytes;
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}\n${said.slice(-2000)}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const context = browser.contexts()[0];
  if (!context) throw new Error('Chromium has no profile');
  await context.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize(PHONE);
  return {
    context,
    page,
    async kill() {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await ended;
      await browser.close().catch(() => undefined);
    },
    async close() {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close').catch(() => undefined);
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
}
