// The loaded comments. A long list renders the comments near the screen and the focused one.
import { type CSSProperties, type FocusEvent, useRef, useState } from 'react';
import type { CommentView } from '../../../api/contract/comments.ts';
import styles from './CommentList.module.css';
import row from './CommentRow.module.css';
import { CommentRow, type CommentRowProps } from './CommentRow.tsx';
import { type NearRows, useNearRows } from './useNearRows.ts';

export interface CommentRowsProps extends Omit<CommentRowProps, 'comment'> {
  comments: readonly CommentView[];
}

/** Indexes of the rendered comments, in order. */
function drawnOf(comments: readonly CommentView[], { first, end }: NearRows, focusedId: string | null) {
  const near = Array.from({ length: end - first }, (_, at) => first + at);
  const focused = focusedId === null ? -1 : comments.findIndex(({ id }) => id === focusedId);
  if (focused < 0 || (focused >= first && focused < end)) return near;
  return focused < first ? [focused, ...near] : [...near, focused];
}

export function CommentRows({ comments, ...props }: CommentRowsProps) {
  const ref = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const near = useNearRows(comments, ref);
  const { places } = near;
  const drawn = drawnOf(comments, near, focusedId);
  /** Room of the rows from `from` up to `to`. */
  const room = (from: number, to: number) => (places === null ? 0 : (places[to] ?? 0) - (places[from] ?? 0));
  const follow = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[data-comment]')?.dataset.comment ?? null);
  return (
    <ul
      ref={ref}
      className={styles.list}
      style={{ paddingBottom: room((drawn.at(-1) ?? -1) + 1, comments.length) }}
      onFocus={follow}
      onBlur={() => setFocusedId(null)}
    >
      {drawn.map((at, index) => {
        const comment = comments[at];
        if (comment === undefined) return null;
        const above = room((drawn[index - 1] ?? -1) + 1, at);
        const style: CSSProperties | undefined = above > 0 ? { marginTop: above } : undefined;
        return (
          <li
            key={comment.id}
            className={row.row}
            style={style}
            data-comment={comment.id}
            data-at={at}
            aria-setsize={places === null ? undefined : comments.length}
            aria-posinset={places === null ? undefined : at + 1}
          >
            <CommentRow comment={comment} {...props} />
          </li>
        );
      })}
    </ul>
  );
}
