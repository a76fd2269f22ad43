// WebKitGTK's MiniBrowser over the W3C WebDriver protocol. Its microphone is WebKit's mock device.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort } from '../server/freePort.mjs';
import { type DrivenPage, until } from './drivenPage.ts';

/** The path of WebKitGTK's small browser in Debian. */
export const MINI_BROWSER =
  [
    '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  ].find(existsSync) ?? 'MiniBrowser';

const START_TRIES = 100;
const CLICK_TRIES = 50;
const RETRY_MS = 100;

/** An element reference of the protocol. */
type Named = Record<string, string>;

/** `driver`: WebKitWebDriver; `browser`: the MiniBrowser of the same version. Needs a display (`xvfb-run`). */
export async function openWebKit(
  driver: string,
  browser: string,
  size: { width: number; height: number },
): Promise<DrivenPage> {
  const port = await freePort();
  const process = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', detached: true });
  const base = `http://127.0.0.1:${port}`;
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(base + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await reply.json()) as { value: unknown };
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  for (let tries = 0; ; tries++) {
    try {
      await call('GET', '/status');
      break;
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const options = {
    binary: browser,
    args: [
      '--automation',
      '--enable-media-stream=true',
      '--enable-mock-capture-devices=true',
      '--autoplay-policy=allow',
    ],
  };
  const session = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string };
  const at = `/session/${session.sessionId}`;
  await call('POST', `${at}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  await call('POST', `${at}/window/rect`, size);
  const page: DrivenPage = {
    name: 'WebKitGTK',
    async open(url) {
      await call('POST', `${at}/url`, { url });
    },
    async run<T>(body: string) {
      const script = `const done = arguments[0];
        (async () => { ${body} })().then((it) => done(JSON.stringify({ it: it ?? null })), (error) => done(JSON.stringify({ error: String(error) })));`;
      const answer = (await call('POST', `${at}/execute/async`, { script, args: [] })) as string;
      const { it, error } = JSON.parse(answer) as { it: T; error?: string };
      if (error) throw new Error(`in the page: ${error}`);
      return it;
    },
    async click(find) {
      await until(page, `return ${find} !== undefined`);
      const element = (await call('POST', `${at}/execute/sync`, {
        script: `return ${find}`,
        args: [],
      })) as Named;
      for (let tries = 0; ; tries++) {
        try {
          return void (await call('POST', `${at}/element/${Object.values(element)[0]}/click`, {}));
        } catch (error) {
          // A moving element cannot be clicked yet.
          if (!String(error).includes('not interactable') || tries === CLICK_TRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
    },
    async close() {
      await call('DELETE', at).catch(() => undefined);
      if (process.pid) globalThis.process.kill(-process.pid, 'SIGKILL');
    },
  };
  return page;
}
