// The tables of ARCHITECTURE.md as the structure tests read them.
import { documentedTable, read, within } from './sourceTree.ts';

export const DOCUMENT = read('ARCHITECTURE.md');

/** A row of a table of ranks. */
export interface Rule {
  folder: string;
  mayImport: string[];
  never: string[];
}

/** Folders of the resources, in their documented order. */
export const resources = documentedOrder();

function documentedOrder(): string[] {
  const line = DOCUMENT.split('<!-- order:resources -->')[1]?.trim().split('\n')[0] ?? '';
  return [...line.matchAll(/`([^`]+)`/g)].map((match) => `api/${match[1]}`);
}

/** Rows of both tables; `api/RESOURCE` becomes one row per resource with those before it. */
const rowsOfRooms: Rule[] = ['ranks:src', 'ranks:api'].flatMap((marker) =>
  documentedTable(DOCUMENT, marker).flatMap(([, folders = [], mayImport = [], never = []]) => {
    if (folders[0] !== 'api/RESOURCE') return folders.map((folder) => ({ folder, mayImport, never }));
    return resources.map((resource, index) => ({
      folder: resource,
      mayImport: [...mayImport, ...resources.slice(0, index)],
      never,
    }));
  }),
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
