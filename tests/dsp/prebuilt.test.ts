// dsp/prebuilt, the committed build of the engine: `npm start` takes it instead of compiling.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const DSP = new URL('../../dsp/', import.meta.url).pathname;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Core {
  buildCore(options: { log: () => void }): Promise<'fresh' | 'copied' | 'compiled'>;
  needsCompiler(): Promise<boolean>;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A checkout with the engine's sources and its committed build, without dsp/pkg. */
async function checkout(): Promise<{ folder: string; core: Core }> {
  const folder = mkdtempSync(join(tmpdir(), 'aural-prebuilt-'));
  folders.push(folder);
  const isSource = (path: string) => !/\/(target|pkg)$/.test(path);
  cpSync(DSP, join(folder, 'dsp'), { recursive: true, filter: isSource });
  cpSync(join(DSP, '../rust-toolchain.toml'), join(folder, 'rust-toolchain.toml'));
  cpSync(join(DSP, '../package.json'), join(folder, 'package.json'));
  symlinkSync(join(DSP, '../node_modules'), join(folder, 'node_modules'));
  const core = (await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'dsp/toolchain/core.mjs')).href
  )) as Core;
  return { folder, core };
}

test('is copied byte for byte, without a compiler, when it is of the same sources', async () => {
  const { folder, core } = await checkout();
  expect(await core.needsCompiler()).toBe(false);
  expect(await core.buildCore({ log: () => {} })).toBe('copied');
  for (const name of ['dsp_bg.wasm', 'first_bg.wasm', 'worklet.wasm', 'dsp.js', 'first.js', 'build.js'])
    expect(sha256(readFileSync(join(folder, 'dsp/pkg', name))), name).toBe(
      sha256(readFileSync(join(DSP, 'prebuilt', name))),
    );
  expect(await core.buildCore({ log: () => {} })).toBe('fresh');
});

test('is refused by name when a byte of it is damaged', async () => {
  const { folder, core } = await checkout();
  const path = join(folder, 'dsp/prebuilt/worklet.wasm');
  const bytes = readFileSync(path);
  bytes[100] = (bytes[100] as number) ^ 1;
  writeFileSync(path, bytes);
  await expect(core.buildCore({ log: () => {} })).rejects.toThrow('dsp/prebuilt/worklet.wasm is damaged');
});

test('needs the compiler when a source has changed', async () => {
  const { folder, core } = await checkout();
  writeFileSync(join(folder, 'dsp/core/src/changed.rs'), '// Another source.\n');
  expect(await core.needsCompiler()).toBe(true);
});
