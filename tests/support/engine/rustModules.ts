// Module dependencies of a Rust crate: `use` trees and paths in the code, without tests.
import { filesUnder, read, withoutComments } from '../rules/sourceTree.ts';

/** Module path (`codec::mp3::decode`; the crate's root is the empty path) → module paths it uses. */
export type ModuleUses = Map<string, Set<string>>;

const USE = /(pub(?:\([^)]*\))?\s+)?\buse\s+([^;]+);/g;

/** The flat paths of a `use` tree: `a::{b, c::{d, e}}` → `a::b`, `a::c::d`, `a::c::e`. */
function flat(tree: string): string[] {
  const text = tree.replace(/\s+as\s+\w+/g, '').replace(/\s+/g, '');
  const open = text.indexOf('{');
  if (open < 0) return [text];
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of text.slice(open + 1, text.lastIndexOf('}'))) {
    if (letter === '{') depth++;
    if (letter === '}') depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.filter(Boolean).flatMap((part) => flat(text.slice(0, open) + part));
}

const join = (...names: string[]) => names.filter(Boolean).join('::');
const parent = (module: string) => module.split('::').slice(0, -1).join('::');

/** Reads the crate in `folder`. A re-exported item (`pub use`) counts for the module that defines it. */
export function moduleUses(folder: string): ModuleUses {
  const sources = new Map<string, string>();
  for (const file of filesUnder(folder).filter((name) => name.endsWith('.rs'))) {
    const names = file.slice(folder.length + 1, -'.rs'.length).split('/');
    if (['mod', 'lib'].includes(names.at(-1) ?? '')) names.pop();
    const text = withoutComments(read(file)).split(/#\[cfg\(test\)\]\s*(?:pub )?mod tests \{/)[0];
    sources.set(names.join('::'), text ?? '');
  }

  const resolve = (path: string, from: string): [module: string, item: string] | undefined => {
    const names = path.split('::');
    let module = from;
    if (names[0] === 'crate') [module] = [''];
    else if (names[0] !== 'self' && names[0] !== 'super' && !sources.has(join(from, names[0] ?? '')))
      return undefined;
    if (names[0] === 'crate' || names[0] === 'self') names.shift();
    for (; names[0] === 'super'; names.shift()) module = parent(module);
    for (; names[0] !== undefined && sources.has(join(module, names[0])); names.shift())
      module = join(module, names[0]);
    return [module, names[0] ?? ''];
  };

  const reexports = new Map<string, string>();
  for (const [module, text] of sources) {
    for (const [, isPublic, tree] of text.matchAll(USE)) {
      if (!isPublic) continue;
      for (const path of flat(tree ?? '')) {
        const found = resolve(path, module);
        if (found?.[1]) reexports.set(`${module} ${found[1]}`, found[0]);
      }
    }
  }

  const uses: ModuleUses = new Map();
  for (const [module, text] of sources) {
    const paths = [...text.matchAll(USE)]
      .filter(([, isPublic]) => !isPublic)
      .flatMap(([, , tree]) => flat(tree ?? ''));
    const inline = text.replace(USE, '').matchAll(/(?<![\w:$])(?:crate|super|self)(?:::\w+)+/g);
    const used = new Set<string>();
    for (const path of [...paths, ...[...inline].map(([found]) => found)]) {
      let [target, item] = resolve(path, module) ?? [module, ''];
      for (
        let at = reexports.get(`${target} ${item}`);
        at !== undefined;
        at = reexports.get(`${target} ${item}`)
      )
        target = at;
      if (target !== module && target !== '') used.add(target);
    }
    uses.set(module, used);
  }
  return uses;
}

/** One dependency cycle, its first module again at the end; empty without one. */
export function circleIn(uses: ModuleUses): string[] {
  const done = new Set<string>();
  const visit = (module: string, way: string[]): string[] => {
    const again = way.indexOf(module);
    if (again >= 0) return [...way.slice(again), module];
    if (done.has(module)) return [];
    for (const next of uses.get(module) ?? []) {
      const circle = visit(next, [...way, module]);
      if (circle.length > 0) return circle;
    }
    done.add(module);
    return [];
  };
  for (const module of uses.keys()) {
    const circle = visit(module, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

/** Dependencies between the direct children of `folder`, each including its descendants. */
export function usesInside(uses: ModuleUses, folder: string): ModuleUses {
  const inside = folder === '' ? '' : `${folder}::`;
  const child = (module: string) =>
    module.startsWith(inside) && module !== folder ? module.slice(inside.length).split('::')[0] : undefined;
  const between: ModuleUses = new Map();
  for (const [module, targets] of uses) {
    const from = child(module);
    if (!from) continue;
    const all = between.get(from) ?? new Set<string>();
    for (const target of targets) {
      const to = child(target);
      if (to && to !== from) all.add(to);
    }
    between.set(from, all);
  }
  return between;
}
