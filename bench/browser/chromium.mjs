// A headless Chromium for rows whose peer lives in the browser: one page, isolated so that its clock is fine,
// served from the sources. What the browser's processes hold in memory is asked of the kernel.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from 'playwright';
import { transformWithOxc } from 'vite';
import { CHROMIUM_FLAGS, chromiumPath } from '../../tests/support/browser/chromium.mjs';

const ROOT = new URL('../../', import.meta.url);
/** The only folders a page may read. */
const SERVED = /^\/(bench\/browser|src\/(?:audio|lib|dsp\/worker)|dsp\/pkg)\/[\w.-]+$/;
const TYPES = { '.js': 'text/javascript', '.ts': 'text/javascript', '.wasm': 'application/wasm' };
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const SAMPLE_MS = 100;
/** A browser that has just begun is still growing on its own. */
const SETTLED = { ms: 1000, bytes: 2 ** 20, looks: 20 };

async function body(path, files) {
  if (path === '/') return ['text/html', '<!doctype html><title>bench</title><input type="file">'];
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

/** What `read` makes of a file below /proc; undefined when the process ended while we looked. */
function ofProcess(pid, file, pattern) {
  try {
    return pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** The browser's own process: the one of that profile that is no renderer, service or zygote. */
const mainProcess = (profile) =>
  pids().find((pid) => {
    const command = ofProcess(pid, 'cmdline', /^(.*)$/s) ?? '';
    return command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=');
  });

/**
 * Bytes of a process and all below it, as the kernel's proportional set size: a page that several of them share
 * counts once, where adding up resident sizes would count a buffer between two processes twice.
 */
function heldBytes(root) {
  const parents = new Map(pids().map((pid) => [pid, ofProcess(pid, 'status', /PPid:\s+(\d+)/)]));
  const isBelow = (pid) => pid === root || (parents.has(pid) && isBelow(parents.get(pid)));
  return [...parents.keys()]
    .filter(isBelow)
    .map((pid) => Number(ofProcess(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m) ?? 0) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** `files`: address → path of other files that the page may fetch. Close it. */
export async function openChromium(files) {
  const server = createServer(async (request, response) => {
    const found = await body(request.url, files).catch(() => null);
    response.writeHead(found ? 200 : 404, { ...HEADERS, ...(found ? { 'Content-Type': found[0] } : {}) });
    response.end(found?.[1]);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A profile on disk, as a person has: in a private window files of the origin lie in memory.
  const profile = mkdtempSync(join(tmpdir(), 'aural-bench-profile-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: CHROMIUM_FLAGS,
  });
  const [page] = browser.pages();
  page.setDefaultTimeout(600_000);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(async () => {
    globalThis.bench = await import('/bench/browser/page.js');
  });
  const pid = mainProcess(profile);
  return {
    page,
    /** The page's file from now on: on disk, as a person's choice is. */
    choose: (path) => page.setInputFiles('input', path),
    /** Once the browser holds still: runs `work` and returns what it grew by at its height, with the result. */
    async grown(work) {
      let before = heldBytes(pid);
      for (let looks = 0; looks < SETTLED.looks; looks++) {
        await new Promise((resolve) => setTimeout(resolve, SETTLED.ms));
        const now = heldBytes(pid);
        const settled = Math.abs(now - before) < SETTLED.bytes;
        before = now;
        if (settled) break;
      }
      let peak = before;
      // Looking takes a while: the pause comes after it, so that the page's answers get through.
      let next;
      const look = () => {
        peak = Math.max(peak, heldBytes(pid));
        next = setTimeout(look, SAMPLE_MS);
      };
      look();
      const result = await work();
      clearTimeout(next);
      return { result, bytes: Math.max(peak, heldBytes(pid)) - before };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
