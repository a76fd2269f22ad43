// Starts a worker thread: built JavaScript in production, the TypeScript source under tsx and Vitest.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** `entry` is the built file's name without extension; `base` is the caller's `import.meta.url`. */
export function startThread(entry: string, base: string, options: WorkerOptions): Worker {
  if (!base.endsWith('.ts')) {
    return new Worker(new URL(`./${entry}.js`, base), { ...options, env: {}, execArgv: [] });
  }
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const source = new URL(`./${entry}.ts`, base).href;
  const code = `import(${JSON.stringify(loader)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(source)}); });`;
  return new Worker(code, { ...options, eval: true, execArgv: [] });
}
