// The repository's sources for the structure test: files, imports, text without comments.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The top folders, each with its own README. */
export const ROOMS = ['src', 'api', 'dsp', 'tests', 'bench'];

/** Built or installed folders, not written by hand. */
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'data',
  'target',
  'pkg',
  'prebuilt',
  '.git',
  '.toolchain',
  '.cache',
  'test-results',
]);

/** Paths of all files under `folder`, relative to the repository, with `/`. */
export function filesUnder(folder: string): string[] {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [folder];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory() && SKIPPED.has(entry.name)) return [];
    return entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`];
  });
}

export const sourcesUnder = (folder: string) => filesUnder(folder).filter((file) => /\.tsx?$/.test(file));

/** Sources and scripts, which can import. */
export const modulesUnder = (folder: string) =>
  filesUnder(folder).filter((file) => /\.(?:tsx?|mjs|js)$/.test(file));

export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** TypeScript or Rust without its comments; strings stay. */
export const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1');

export interface Import {
  /** A path relative to the repository, or a package name. */
  target: string;
  ours: boolean;
  typeOnly: boolean;
}

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|new URL\(\s*'(\.[^']+)'/g;

/** Static and dynamic imports, re-exports and `new URL('./x', import.meta.url)` of a file; a folder is not an import. */
export function importsOf(file: string): Import[] {
  return [...withoutComments(read(file)).matchAll(STATEMENT)]
    .map((match) => {
      const specifier = (match[2] ?? match[3] ?? match[4] ?? '').replace(/\?.*$/, '');
      // A page of the benchmarks imports from the root of its server.
      const rooted = specifier.startsWith('/') && existsSync(join(ROOT, specifier));
      const ours = specifier.startsWith('.') || rooted;
      const target = ours
        ? normalize(rooted ? specifier.slice(1) : join(dirname(file), specifier))
            .split('\\')
            .join('/')
        : specifier;
      return { target, ours, typeOnly: match[1] !== undefined };
    })
    .filter(({ target, ours }) => !ours || !/(?:^\.|\/)$/.test(target));
}

/** Whether `path` is `folder` or inside it. */
export const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
