// A module of the app's sources in Node, for rows that measure the app and not the engine.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** @param {string} path from the project's folder; a module without a page of its own: no DOM, no styles */
export async function appModule(path) {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'silent' });
  return module;
}
