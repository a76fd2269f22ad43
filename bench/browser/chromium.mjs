// A headless Chromium for rows whose peer lives in the browser: one page, isolated so that its clock is fine,
// served from the sources. What the browser's processes hold in memory is read from the system.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { chromium } from 'playwright';
import { transformWithOxc } from 'vite';
import { CHROMIUM_FLAGS, chromiumPath } from '../../tests/support/chromium.mjs';

const ROOT = new URL('../../', import.meta.url);
/** The only folders a page may read. */
const SERVED = /^\/(bench\/browser|src\/dsp\/worker|dsp\/pkg)\/[\w.-]+$/;
const TYPES = { '.js': 'text/javascript', '.ts': 'text/javascript', '.wasm': 'application/wasm' };
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const SAMPLE_MS = 20;

export const NO_CHROMIUM = 'there is no Chromium on this machine';
export const hasChromium = () => chromiumPath() !== undefined;

async function body(path, files) {
  if (path === '/') return ['text/html', '<!doctype html><title>bench</title>'];
  if (files[path]) return ['application/octet-stream', readFileSync(files[path])];
  if (path === '/audiobuffer-to-wav.js') {
    const source = readFileSync(new URL('node_modules/audiobuffer-to-wav/index.js', ROOT), 'utf8');
    return ['text/javascript', `const module = {};\n${source}\nexport default module.exports;`];
  }
  if (!SERVED.test(path)) return null;
  const bytes = readFileSync(new URL(`.${path}`, ROOT));
  const code = path.endsWith('.ts') ? (await transformWithOxc(String(bytes), path)).code : bytes;
  return [TYPES[extname(path)] ?? 'application/octet-stream', code];
}

/** Resident bytes of a process and all below it. */
function residentBytes(root) {
  const parents = new Map();
  const resident = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      parents.set(pid, /PPid:\s+(\d+)/.exec(status)?.[1]);
      resident.set(pid, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
    } catch {
      // It ended while we looked.
    }
  }
  const isBelow = (pid) => pid === root || (parents.has(pid) && isBelow(parents.get(pid)));
  return [...resident].filter(([pid]) => isBelow(pid)).reduce((sum, [, bytes]) => sum + bytes, 0);
}

/** `files`: address → path of what the page may fetch beside the sources. Close it. */
export async function openChromium(files) {
  const server = createServer(async (request, response) => {
    const found = await body(request.url, files).catch(() => null);
    response.writeHead(found ? 200 : 404, { ...HEADERS, ...(found ? { 'Content-Type': found[0] } : {}) });
    response.end(found?.[1]);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = await chromium.launchServer({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const browser = await chromium.connect(host.wsEndpoint());
  const page = await browser.newPage();
  page.setDefaultTimeout(600_000);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(async () => {
    globalThis.bench = await import('/bench/browser/page.js');
  });
  const pid = String(host.process().pid);
  return {
    page,
    /** Runs `work` and returns what the browser grew by at its height, with the result. */
    async grown(work) {
      const before = residentBytes(pid);
      let peak = before;
      const watch = setInterval(() => {
        peak = Math.max(peak, residentBytes(pid));
      }, SAMPLE_MS);
      const result = await work();
      clearInterval(watch);
      return { result, bytes: Math.max(peak, residentBytes(pid)) - before };
    },
    async close() {
      await browser.close();
      await host.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
