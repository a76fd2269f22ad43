// Lists long files (above the sizes in CONTRIBUTING.md) and functions above 100 lines, as advice. Tests, generated code, tables
// and texts are exempt.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../dsp/toolchain/paths.mjs';

/** The first kind that fits a path gives its most lines. */
const KINDS = [
  [/^(?:src|api|dsp)\/.*\.tsx$/, 150],
  [/^src\/audio\/worklets\/.*\.ts$/, 100],
  [/^(?:src|api|dsp)\/.*\.(?:ts|mjs)$/, 200],
  [/^dsp\/(?:core|worker|worklet|native)\/src\/.*\.rs$/, 500],
];
const LONG_FUNCTION = 100;
const SKIPPED =
  /(?:^|\/)(?:node_modules|target|pkg|prebuilt|bench|fuzz)(?:\/|$)|tables?\.\w+$|^src\/lib\/messages[./]/;

async function filesOf(folder) {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}

/** Functions of TypeScript or JavaScript with their lines. */
function functionsOf(program, text) {
  const found = [];
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  const visit = (node, name) => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, name);
      return;
    }
    if (node === null || typeof node !== 'object') return;
    const own = node.id?.name ?? node.key?.name ?? name;
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type ?? '')) {
      const line = lineAt(node.start);
      found.push({ name: own ?? 'a function', line, lines: lineAt(node.end) - line + 1 });
    }
    for (const value of Object.values(node)) visit(value, own);
  };
  visit(program.body, undefined);
  return found;
}

/** Functions of Rust: rustfmt puts the closing brace under the first letter of the line that opens. */
function rustFunctionsOf(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, indent = '', name] =
      line.match(/^(\s*)(?:pub(?:\([^)]*\))? )?(?:const |unsafe )*fn (\w+)/) ?? [];
    const end = name ? lines.indexOf(`${indent}}`, index) : -1;
    return end < 0 ? [] : [{ name, line: index + 1, lines: end - index + 1 }];
  });
}

/** One line for each file and function that is longer than it should be, the longest first. */
export async function longOnes() {
  // Here and not above: this module is read before any package is installed.
  const { parseAst } = await import('vite');
  const found = [];
  for (const file of (await Promise.all(['src', 'api', 'dsp'].map(filesOf))).flat()) {
    const most = SKIPPED.test(file) ? undefined : KINDS.find(([kind]) => kind.test(file))?.[1];
    if (most === undefined) continue;
    const whole = await readFile(join(ROOT, file), 'utf8');
    const text = file.endsWith('.rs') ? whole.split('\n#[cfg(test)]')[0] : whole;
    const lines = text.trimEnd().split('\n').length;
    if (lines > most) found.push({ lines, says: `${file}: ${lines} lines (asks why at ${most})` });
    const functions = file.endsWith('.rs')
      ? rustFunctionsOf(text)
      : functionsOf(parseAst(text, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }), text);
    for (const one of functions)
      if (one.lines > LONG_FUNCTION)
        found.push({ lines: one.lines, says: `${file}:${one.line}: ${one.name}, ${one.lines} lines` });
  }
  return found.sort((a, b) => b.lines - a.lines).map(({ says }) => says);
}
