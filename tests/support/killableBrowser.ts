// Chromium on a profile that outlives it, ended as a phone ends an app: at once, without a word.
import { type ChildProcess, spawn } from 'node:child_process';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.mjs';

export interface KillableBrowser {
  context: BrowserContext;
  page: Page;
  /** SIGKILL to every process of it. */
  kill(): Promise<void>;
}

/** Where the browser listens, from what it writes when it is ready. */
function endpoint(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the browser ended with ${code}: ${said.slice(-800)}`)));
  });
}

/** `profile` is a folder; what a killed browser left there is found again. */
export async function startKillable(profile: string): Promise<KillableBrowser> {
  const path = chromiumPath();
  if (!path) throw new Error('there is no Chromium');
  const args = [...CHROMIUM_FLAGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  // A group of its own: renderers and helpers go with it.
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const browser = await chromium.connectOverCDP(await endpoint(child));
  const context = browser.contexts()[0];
  if (!context) throw new Error('the browser has no context');
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    kill: async () => {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await gone;
    },
  };
}
