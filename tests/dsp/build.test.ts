// The command line and the server refuse a module of another build with a stable code.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { refusal } from '../../api/inspect/pool.ts';
import { ROOT } from '../support/rules/sourceTree.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const parent = temporaryFolder('build');

const BUILT = readFileSync(join(ROOT, 'dsp/pkg/build.js'), 'utf8');

/** The loaders around the module, expecting the build that `text` names. */
function installation(name: string, text: string): string {
  const folder = join(parent, name);
  for (const path of ['dsp/cli', 'dsp/pkg', 'api/inspect/wasm.ts', 'package.json'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'dsp/pkg/build.js'), text);
  return folder;
}

const hash = (folder: string) =>
  spawnSync(process.execPath, ['dsp/cli/dsp.mjs', 'hash', 'package.json'], { cwd: folder, encoding: 'utf8' });

async function serverLoads(folder: string): Promise<string> {
  const { loadCore } = (await import(
    /* @vite-ignore */ join(folder, 'api/inspect/wasm.ts')
  )) as typeof import('../../api/inspect/wasm.ts');
  return loadCore().then(
    (core) => core.buildDigest(),
    (error: Error) => error.name,
  );
}

it('accepts a module of the same build', async () => {
  const folder = installation('same', BUILT);
  expect(JSON.parse(hash(folder).stdout).sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(BUILT).toContain(await serverLoads(folder));
});

it('refuses a module of another build', async () => {
  const folder = installation('other', BUILT.replace(/'[0-9a-f]{8}/, "'another-"));
  const reply = hash(folder);
  expect(reply.status).toBe(1);
  expect(JSON.parse(reply.stdout)).toMatchObject({ code: 'core_mismatch' });
  expect(await serverLoads(folder)).toBe('core_mismatch');
});

it('blames the server, not the file', () => {
  expect(refusal('core_mismatch', 'audio core of build …').code).toBe('internal');
  expect(refusal('RuntimeError', 'unreachable').code).toBe('audio_damaged');
});
