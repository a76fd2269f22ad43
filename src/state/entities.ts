// The cache of the server's rows, each once by id. Lists hold ids. A shown row is the server's row with the pending changes
// applied, so a refused change is undone by dropping it.
import { type Atom, atom } from 'jotai/vanilla';
import type { UserView } from '../../api/contract/accounts.ts';
import type { CommentView } from '../../api/contract/comments.ts';
import type { ActivityView, NotificationView } from '../../api/contract/news.ts';
import type { Preferences } from '../../api/contract/preferences.ts';
import type { ReportView } from '../../api/contract/reports.ts';
import type { TagView, TrackView } from '../../api/contract/tracks.ts';
import type { OwnUploadView, PendingUploadView } from '../../api/contract/uploads.ts';

/** A row whose deletion is on its way. */
export interface Removable {
  isRemoved?: boolean;
}

/** Table → its row. Add new tables here, and to `idOf` when the id has another name. */
export interface Tables {
  tracks: TrackView;
  people: UserView;
  comments: CommentView;
  notifications: NotificationView & Removable;
  activities: ActivityView & Removable;
  reports: ReportView;
  pendingUploads: PendingUploadView;
  tags: TagView;
  /** The viewer's own that are not published. */
  ownUploads: OwnUploadView;
  /** The viewer's, under the account's id. */
  preferences: Preferences & { id: string };
}

export type TableName = keyof Tables;
export type Rows<N extends TableName> = ReadonlyMap<string, Tables[N]>;

export const idOf = (row: Tables[TableName]): string =>
  'uploadId' in row ? row.uploadId : 'tag' in row ? row.tag : row.id;

/** A change of one row that the server has not confirmed yet. */
export interface Change<N extends TableName = TableName> {
  table: N;
  /** `EVERY`: all rows that are known. */
  id: string;
  /** Must change nothing on a row that has it already: the server's row may arrive before its answer. */
  apply: (row: Tables[N]) => Tables[N];
}

export const EVERY = '*';

/** Typed by its table, so that `apply` needs no annotation. */
export const change = <N extends TableName>(
  table: N,
  id: string,
  apply: (row: Tables[N]) => Tables[N],
): Change => ({ table, id, apply }) as unknown as Change;

type Row = Tables[TableName];
type AnyRows = ReadonlyMap<string, Row>;
const NOTHING: AnyRows = new Map();

const basesAtom = atom<Readonly<Partial<Record<TableName, AnyRows>>>>({});
/** Applied to the rows in this order; the outbox maintains it. */
export const pendingChangesAtom = atom<readonly Change[]>([]);

function withChange(rows: Map<string, Row>, { id, apply }: Change): void {
  for (const each of id === EVERY ? [...rows.keys()] : [id]) {
    const row = rows.get(each);
    if (row !== undefined) rows.set(each, (apply as (row: Row) => Row)(row));
  }
}

const tableAtoms = new Map<TableName, Atom<AnyRows>>();

/** The rows of a table by id, pending changes applied. */
export function tableAtom<N extends TableName>(table: N): Atom<Rows<N>> {
  let known = tableAtoms.get(table);
  if (!known) {
    known = atom((get) => {
      const base = get(basesAtom)[table] ?? NOTHING;
      const changes = get(pendingChangesAtom).filter(
        ({ table: of, id }) => of === table && (id === EVERY || base.has(id)),
      );
      if (changes.length === 0) return base;
      const rows = new Map(base);
      for (const each of changes) withChange(rows, each);
      return rows;
    });
    tableAtoms.set(table, known);
  }
  return known as Atom<Rows<N>>;
}

const editAtom = atom(null, (get, set, table: TableName, edit: (rows: Map<string, Row>) => void) => {
  const rows = new Map(get(basesAtom)[table]);
  edit(rows);
  set(basesAtom, { ...get(basesAtom), [table]: rows });
});

/** Stores rows of the server; they replace those of the same ids. */
export const putRowsAtom = atom(null, (_get, set, table: TableName, fresh: readonly Row[]) =>
  set(editAtom, table, (rows) => {
    for (const row of fresh) rows.set(idOf(row), row);
  }),
);

/** Applies a confirmed change to the stored row; nothing happens for an unknown id. */
export const confirmChangeAtom = atom(null, (_get, set, confirmed: Change) =>
  set(editAtom, confirmed.table, (rows) => withChange(rows, confirmed)),
);

/** Removes a row from every list. */
export const removeRowAtom = atom(null, (_get, set, table: TableName, id: string) =>
  set(editAtom, table, (rows) => rows.delete(id)),
);

/** Drops the rows of every table that `isNeeded` refuses. */
export const keepRowsAtom = atom(null, (get, set, isNeeded: (table: TableName, id: string) => boolean) => {
  for (const table of Object.keys(get(basesAtom)) as TableName[]) {
    set(editAtom, table, (rows) => {
      for (const id of [...rows.keys()]) if (!isNeeded(table, id)) rows.delete(id);
    });
  }
});

const pinsAtom = atom<ReadonlyMap<string, readonly string[]>>(new Map());
/** Track ids that the player needs: what plays and what comes next. */
export const pinnedIdsAtom = atom((get) => new Set([...get(pinsAtom).values()].flat()));
/** The ids pinned under `name`; writing replaces them. */
export const pinAtom = (name: string) =>
  atom(
    (get) => get(pinsAtom).get(name) ?? NO_IDS,
    (get, set, ids: readonly string[]) => set(pinsAtom, new Map(get(pinsAtom)).set(name, ids)),
  );
const NO_IDS: readonly string[] = [];
