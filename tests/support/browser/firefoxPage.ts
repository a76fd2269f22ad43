// Firefox over its own WebDriver BiDi. Its microphone is a tone.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DrivenPage, middleOf, until } from './drivenPage.ts';

const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};
const START_MS = 60_000;
const CLICK_TRIES = 50;
const RETRY_MS = 100;

/** CSS pixels of the viewport. */
interface Point {
  x: number;
  y: number;
}

interface Reply {
  id: number;
  type: string;
  result?: unknown;
  error?: string;
  message?: string;
}

/** Commands and their answers over one socket. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  let last = 0;
  return {
    async call(method: string, params: object): Promise<unknown> {
      const id = ++last;
      const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const reply = await answered;
      if (reply.type === 'error') throw new Error(`${method}: ${reply.error} ${reply.message}`);
      return reply.result;
    },
    close: () => socket.close(),
  };
}

function listening(firefox: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const patience = setTimeout(() => reject(new Error(`Firefox did not start: ${said}`)), START_MS);
    firefox.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said);
      if (!found?.[1]) return;
      clearTimeout(patience);
      resolve(found[1]);
    });
  });
}

/** `executable`: Firefox, ESR or not; `env` is added to this process's environment. */
export async function openFirefox(
  executable: string,
  size: { width: number; height: number },
  env: NodeJS.ProcessEnv = {},
): Promise<DrivenPage> {
  const profile = mkdtempSync(join(tmpdir(), 'aural-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const firefox = spawn(
    executable,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env, HOME: profile },
    },
  );
  const bidi = await connect(`${await listening(firefox)}/session`);
  await bidi.call('session.new', { capabilities: {} });
  const { contexts } = (await bidi.call('browsingContext.getTree', {})) as {
    contexts: { context: string }[];
  };
  const context = contexts[0]?.context;
  if (!context) throw new Error('Firefox has no page');
  await bidi.call('browsingContext.setViewport', { context, viewport: size });

  const run = async <T>(body: string): Promise<T> => {
    const answer = (await bidi.call('script.evaluate', {
      expression: `(async () => JSON.stringify((await (async () => { ${body} })()) ?? null))()`,
      target: { context },
      awaitPromise: true,
    })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };
    if (answer.type !== 'success') throw new Error(`in the page: ${answer.exceptionDetails?.text}`);
    return JSON.parse(answer.result?.value ?? 'null') as T;
  };
  const tap = async ({ x, y }: Point): Promise<void> => {
    const pointer = { type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' } };
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await bidi.call('input.performActions', { context, actions: [{ ...pointer, actions }] });
  };
  const page: DrivenPage = {
    name: 'Firefox',
    run,
    async open(url) {
      await bidi.call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async click(find) {
      for (let tries = 0; ; tries++) {
        try {
          return await tap(await until<Point>(page, middleOf(find)));
        } catch (error) {
          // A moving element may be outside the window.
          if (!String(error).includes('out of bounds') || tries === CLICK_TRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
    },
    async close() {
      await bidi.call('browser.close', {}).catch(() => undefined);
      bidi.close();
      firefox.kill('SIGKILL');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
  return page;
}
