// The engine's npm package: packed, installed into an empty folder, and its README's examples run in Node and, built by Vite,
// in Chromium.
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { packEngine } from '../../dsp/package/pack.mjs';
import { writeWav } from '../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../support/browser/chromium.mjs';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const RATE = 48_000;
const SECONDS = 4;
/** What the examples print for four seconds of a tone at half of full scale. */
const PRINTED = [
  /^pcm_s16le, 4\.0 s, 0 damaged places$/,
  /^2\.0 s in 3[2-4]\d{3} bytes$/,
  /^\d+ steps from -6\d to 6\d$/,
];

const folder = temporaryFolder('package');
const examples: string[] = [];

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', packEngine()], { cwd: folder });
  const readme = readFileSync(join(folder, 'node_modules/aural-engine/README.md'), 'utf8');
  examples.push(...[...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code));
  examples.forEach((code, index) => {
    writeFileSync(join(folder, `example${index}.js`), code);
  });
  const tone = Float32Array.from(
    { length: RATE * SECONDS },
    (_, i) => Math.sin((i * 2 * Math.PI * 440) / RATE) / 2,
  );
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, 'public/take.wav'), writeWav({ sampleRate: RATE, channels: [tone] }));
});

it('has three examples, types, its licence and its size', () => {
  expect(examples).toHaveLength(PRINTED.length);
  const own = (name: string) => readFileSync(join(folder, 'node_modules/aural-engine', name), 'utf8');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(JSON.parse(own('package.json'))).toMatchObject({
    name: 'aural-engine',
    version,
    types: './index.d.ts',
  });
  expect(own('engine.d.ts')).toContain('export function inspect(');
  expect(own('LICENSE')).toContain('MIT');
  expect(own('README.md')).toMatch(/1\.\d\d MB, 0\.\d\d MB compressed/);
});

it('ships the bytes of the built engine', () => {
  const packed = readFileSync(join(folder, 'node_modules/aural-engine/engine.wasm'));
  expect(packed.equals(readFileSync('dsp/pkg/dsp_bg.wasm'))).toBe(true);
});

it('runs its examples in Node', () => {
  writeFileSync(
    join(folder, 'bytes.js'),
    `import { readFileSync } from 'node:fs';\nglobalThis.bytes = readFileSync('public/take.wav');\n`,
  );
  const printed = examples.map((_, index) =>
    execFileSync(process.execPath, ['--import', './bytes.js', `example${index}.js`], {
      cwd: folder,
      encoding: 'utf8',
    }).trim(),
  );
  PRINTED.forEach((line, index) => {
    expect(printed[index]).toMatch(line);
  });
});

it('runs its examples in Chromium, built by Vite', async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
  const imports = examples.map((_, index) => `await import('./example${index}.js');`).join('\n');
  writeFileSync(
    join(folder, 'main.js'),
    `globalThis.bytes = new Uint8Array(await (await fetch('/take.wav')).arrayBuffer());\n${imports}\n`,
  );
  await build({ root: folder, configFile: false, logLevel: 'error' });
  const types: Record<string, string> = {
    '.js': 'text/javascript',
    '.wasm': 'application/wasm',
    '.html': 'text/html',
  };
  const server = createServer(({ url = '/' }, reply) => {
    const path = join(folder, 'dist', url === '/' ? 'index.html' : url);
    reply.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream');
    createReadStream(path)
      .on('error', () => reply.writeHead(404).end())
      .pipe(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    const printed: string[] = [];
    page.on('console', (message) => printed.push(message.text()));
    page.on('pageerror', (error) => printed.push(String(error)));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await expect
      .poll(() => printed.filter((line) => !line.startsWith('Failed to load')).length)
      .toBe(PRINTED.length);
    PRINTED.forEach((line, index) => {
      expect(printed.filter((text) => !text.startsWith('Failed to load'))[index]).toMatch(line);
    });
  } finally {
    await browser.close();
    server.close();
  }
});
