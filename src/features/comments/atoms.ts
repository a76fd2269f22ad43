// Comments of a track: the server's pages plus unsent comments of this device, without comments being deleted.
import { type Atom, atom } from 'jotai/vanilla';
import type { CommentView } from '../../../api/contract/comments.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { awaitedIdsAtom } from '../../state/awaitedWrites.ts';
import { defineList, type ListState, type MoreState } from '../../state/lists.ts';
import { type Refusal, refusalsAtom, waitingWritesAtom } from '../../state/outbox.ts';
import { sessionAtom } from '../../state/session.ts';

/** Newest first. */
export const commentsList = defineList({
  action: 'getComments',
  table: 'comments',
  tags: ({ trackId }) => [`comments:${trackId}`],
  hasCopy: true,
});

/** Written here, waiting for the network. */
export interface Unsent {
  id: string;
  content: string;
  /** Milliseconds since 1970. */
  at: number;
}

export type Comments =
  | { status: 'loading' }
  | { status: 'failed'; code: ApiErrorCode; retrying: boolean }
  | {
      status: 'ready';
      rows: readonly CommentView[];
      unsent: readonly Unsent[];
      more: MoreState;
      /** ISO time of this device's copy, when the copy is shown. */
      copyFrom: string | null;
    };

interface Written {
  trackId: string;
  content: string;
}
const NONE: readonly never[] = [];

/** Comments just posted, until the server's list contains them. */
export const freshAtom = atom<readonly CommentView[]>([]);

/** Ids of comments being deleted. */
const leavingAtom = atom(
  (get) =>
    new Set(
      get(waitingWritesAtom)
        .filter(({ action }) => action === 'deleteComment')
        .map(({ body }) => (body as { commentId: string }).commentId),
    ),
);

export interface Reader {
  /** Null for a visitor. */
  id: string | null;
  moderates: boolean;
}

/** The viewer. */
export const readerAtom = atom((get): Reader => {
  const session = get(sessionAtom);
  if (session.status !== 'signedIn') return { id: null, moderates: false };
  const { id, role } = session.me;
  return { id, moderates: role === 'moderator' || role === 'admin' };
});

/** A comment counts as already posted if the server has the same text within this time, milliseconds. */
const SAME_MS = 60_000;
const isThere = (rows: readonly CommentView[], writer: string | null, { content, at }: Unsent) =>
  rows.some(
    (row) =>
      row.user.id === writer &&
      row.content === content.trim() &&
      Math.abs(Date.parse(row.createdAt) - at) < SAME_MS,
  );

function rowsOf(list: Exclude<ListState<CommentView>, { status: 'loading' }>, fresh: readonly CommentView[]) {
  if (fresh.length === 0) return list.rows;
  const known = new Set(list.rows.map(({ id }) => id));
  const unknown = fresh.filter(({ id }) => !known.has(id));
  return unknown.length === 0 ? list.rows : [...unknown, ...list.rows];
}

export const commentsOf = (trackId: string): Atom<Comments> =>
  atom((get): Comments => {
    const list = get(commentsList({ trackId }));
    if (list.status === 'loading') return list;
    const leaving = get(leavingAtom);
    const fresh = get(freshAtom).filter((row) => row.trackId === trackId);
    const all = rowsOf(list, fresh);
    const rows = leaving.size === 0 ? all : all.filter(({ id }) => !leaving.has(id));
    const writer = get(readerAtom).id;
    const awaited = get(awaitedIdsAtom);
    const unsent = get(waitingWritesAtom)
      .filter(({ action, body }) => action === 'addComment' && (body as Written).trackId === trackId)
      .filter(({ id }) => !awaited.has(id))
      .map(({ id, body, at }): Unsent => ({ id, content: (body as Written).content, at }))
      .filter((each) => !isThere(list.rows, writer, each))
      .reverse();
    const isEmpty = rows.length === 0 && unsent.length === 0;
    if (list.status === 'failed' && list.copyFrom === null && isEmpty)
      return { status: 'failed', code: list.code, retrying: list.refreshing };
    const copyFrom = list.status === 'failed' ? list.copyFrom : null;
    return { status: 'ready', rows, unsent: unsent.length === 0 ? NONE : unsent, more: list.more, copyFrom };
  });

export interface RefusedComment {
  refusal: Refusal;
  content: string;
}

/** Unsent comments that the server refused. */
export const refusedOf = (trackId: string): Atom<readonly RefusedComment[]> =>
  atom((get) =>
    get(refusalsAtom)
      .filter(({ action, body }) => action === 'addComment' && (body as Written).trackId === trackId)
      .map((refusal) => ({ refusal, content: (refusal.body as Written).content })),
  );

/** Dismisses a refused comment. */
export const forgetRefusalAtom = atom(null, (get, set, refusal: Refusal) => {
  set(
    refusalsAtom,
    get(refusalsAtom).filter((each) => each !== refusal),
  );
});
