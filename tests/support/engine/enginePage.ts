// A Chromium page with the real client, the real worker and the shipped wasm. Files come from disk like a file that the
// user chose, so they are never fully in memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import type { Dsp } from '../../../src/dsp/client.ts';
import type { DeviceProfile } from '../../../src/dsp/profile.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../browser/chromium.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const STAGE = `<!doctype html><title>stage</title><input type="file"><script type="module">
import { createDsp } from '/src/dsp/client.ts';
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const core = (operation, file) =>
  new Promise((resolve, reject) => {
    const worker = new Worker('/stage-worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker could not be loaded'));
    worker.postMessage({ operation, file });
  });
window.stage = {
  core,
  dsp: createDsp(),
  shared: createDsp({ workers: 3, ways: () => 2 }),
  tried: async () => {
    const [{ store }, { dspAtom }, { deviceProfileAtom }] = await Promise.all([
      import('/src/app/store.ts'),
      import('/src/state/dsp.ts'),
      import('/src/state/device.ts'),
    ]);
    const before = store.get(deviceProfileAtom);
    await store.get(dspAtom).cut(new Blob(['no audio']), [], { format: 'mp3' }).catch(() => {});
    return { before, after: store.get(deviceProfileAtom), kept: localStorage.getItem('aural.device') };
  },
  digestOf: async (blob) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))),
};
</script>`;

/** A worker that runs operations of the module that the client lacks. */
const STAGE_WORKER = `import init, * as core from '/dsp/pkg/first.js';
import { blobSink } from '/src/dsp/worker/exportFile.ts';
import { blobSource } from '/src/dsp/worker/blobSource.ts';
onmessage = async ({ data: { operation, file } }) => {
  try {
    await init({ module_or_path: '/dsp/pkg/first_bg.wasm' });
    const sink = blobSink();
    const facts = core[operation](blobSource(file), sink);
    postMessage({ facts, file: sink.toBlob('') });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};`;

/** In the worker: reads the exports of the loaded module. Wasm memory never shrinks. */
const WASM_BYTES = `import('/dsp/pkg/first.js').then((core) => core.default()).then(({ memory }) => memory.buffer.byteLength)`;

/** Available to a task in the page. */
export interface Stage {
  /** An operation that writes a file and is missing from `dsp`. */
  core(operation: 'peaksDat' | 'remux', file: Blob): Promise<{ facts: Record<string, unknown>; file: Blob }>;
  dsp: Dsp;
  /** Shares long work over two workers. */
  shared: Dsp;
  /** The app's device profile before and after the engine runs, and the stored one. */
  tried(): Promise<{ before: DeviceProfile; after: DeviceProfile; kept: string }>;
  /** Lower-case hex. */
  digestOf(blob: Blob): Promise<string>;
}

export interface EnginePageOptions {
  /** Speed-up of the worker's clock: timed work seems to take longer by this factor. */
  clock?: number;
  /** Reported number of processor cores. */
  cores?: number;
}

/** Runs before the worker's first call. */
const fastClock = (factor: number) =>
  `const realNow = performance.now.bind(performance); performance.now = () => ${factor} * realNow();\n`;

export interface EnginePage {
  /** Runs `task` in the page, with its own worker; `path` is its input file. */
  run<T, A>(
    path: string,
    task: (stage: Stage, file: File, argument: A) => Promise<T>,
    argument?: A,
  ): Promise<{ result: T; wasmBytes: number }>;
  close(): Promise<void>;
}

export async function openEnginePage({ clock = 1, cores }: EnginePageOptions = {}): Promise<EnginePage> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'aural-vite-'));
  const server = await createServer({
    root: ROOT,
    configFile: false,
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, strictPort: false, watch: null, hmr: false },
    optimizeDeps: { include: ['comlink', 'jotai/vanilla'], entries: [] },
    worker: { format: 'es' },
    plugins: [
      {
        name: 'stage',
        transform: (code, id) =>
          clock !== 1 && id.split('?')[0]?.endsWith('/src/dsp/worker/dsp.worker.ts')
            ? fastClock(clock) + code
            : undefined,
        configureServer: ({ middlewares }) => {
          middlewares.use('/stage-worker.js', (_request, response) => {
            response.setHeader('Content-Type', 'text/javascript');
            response.end(STAGE_WORKER);
          });
          middlewares.use('/stage', (_request, response) => {
            response.setHeader('Content-Type', 'text/html');
            response.end(STAGE);
          });
        },
      },
    ],
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  // A profile on disk: a private window would keep the origin's files in memory, even hours of audio.
  const profile = mkdtempSync(join(tmpdir(), 'aural-profile-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: CHROMIUM_FLAGS,
  });
  if (cores !== undefined)
    await browser.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => ${cores} })`,
    );
  const page = await browser.newPage();

  return {
    async run(path, task, argument) {
      await page.goto(`${url}/stage`);
      await page.waitForFunction('window.stage');
      await page.setInputFiles('input', path);
      const result = await page.evaluate(
        ([source, value]) => {
          const file = document.querySelector('input')?.files?.[0];
          return new Function('stage', 'file', 'value', `return (${source})(stage, file, value)`)(
            (window as unknown as { stage: Stage }).stage,
            file,
            value,
          );
        },
        [task.toString(), argument] as const,
      );
      // It stays idle for a while after its last call.
      const worker = page.workers()[0];
      if (!worker) throw new Error('the worker is gone');
      const wasmBytes = await worker.evaluate<number>(WASM_BYTES.replace('/dsp', `${url}/dsp`));
      return { result, wasmBytes };
    },
    async close() {
      await browser.close();
      await server.close();
      for (const folder of [cacheDir, profile])
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
