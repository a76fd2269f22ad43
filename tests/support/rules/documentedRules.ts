// The tables of ARCHITECTURE.md as the structure tests read them.
import { documentedTable, read, sourcesUnder, within } from './sourceTree.ts';

export const DOCUMENT = read('ARCHITECTURE.md');

/** A row of a table of ranks. */
export interface Rule {
  folder: string;
  mayImport: string[];
  never: string[];
}

/** A row of the table of nouns; names as in the table, without `api/`. */
export interface Noun {
  name: string;
  owns: string[];
  mayImport: string[];
  /** What its actions may import beside that. */
  actionsAlso: string[];
}

export const nouns: Noun[] = documentedTable(DOCUMENT, 'nouns').flatMap(
  ([names = [], owns = [], mayImport = [], actionsAlso = []]) =>
    names.map((name) => ({ name, owns, mayImport, actionsAlso })),
);

/** `api/NOUN/actions.ts` and `api/NOUN/…Actions.ts`. */
export const isActionFile = (file: string) => /^api\/(?!contract\/)\w+\/(actions|\w+Actions)\.ts$/.test(file);

const foldersOf = (names: readonly string[]) => names.map((name) => `api/${name}`);

/** What a noun's row of both tables allows: one rule for its folder, one for each file of actions. */
function rulesOfNoun(noun: Noun, shared: Pick<Rule, 'mayImport' | 'never'>): Rule[] {
  const folder = `api/${noun.name}`;
  const rule = {
    folder,
    mayImport: [...shared.mayImport, ...foldersOf(noun.mayImport)],
    never: shared.never,
  };
  const actions = sourcesUnder(folder)
    .filter(isActionFile)
    .map((file) => ({
      folder: file,
      mayImport: [...rule.mayImport, folder, ...foldersOf(noun.actionsAlso)],
      never: shared.never,
    }));
  return [rule, ...actions];
}

const rows = ['ranks:src', 'ranks:api'].flatMap((marker) =>
  documentedTable(DOCUMENT, marker).flatMap(([, folders = [], mayImport = [], never = []]) =>
    folders.map((folder) => ({ folder, mayImport, never })),
  ),
);
/** `api/db` and `api/events` own tables and have a row of ranks of their own. */
const hasOwnRow = ({ name }: Noun) => rows.some(({ folder }) => folder === `api/${name}`);

/** Rows of both tables; `api/NOUN` becomes the rules of every noun. */
const rowsOfRooms: Rule[] = rows.flatMap((row) =>
  row.folder === 'api/NOUN'
    ? nouns.filter((noun) => !hasOwnRow(noun)).flatMap((noun) => rulesOfNoun(noun, row))
    : [row],
);

/** Rows of tests/README.md: every folder of tests takes from support and fixtures besides. */
const rowsOfTests: Rule[] = documentedTable(read('tests/README.md'), 'folders').flatMap(
  ([folders = [], mayImport = []]) =>
    folders.map((folder) => ({
      folder: `tests/${folder}`,
      mayImport: [...mayImport, 'tests/support', 'tests/fixtures'],
      never: [],
    })),
);

export const rules: Rule[] = [...rowsOfRooms, ...rowsOfTests];

/** The longest documented folder a file is in; `src/features/*` stands for the feature's own folder. */
export function ruleOf(file: string): Rule | undefined {
  const fitting = rules
    .map((rule) => ({
      ...rule,
      folder: rule.folder.endsWith('/*')
        ? `${rule.folder.slice(0, -2)}/${file.slice(rule.folder.length - 1).split('/')[0]}`
        : rule.folder,
    }))
    .filter((rule) => within(file, rule.folder));
  return fitting.sort((a, b) => b.folder.length - a.folder.length)[0];
}
