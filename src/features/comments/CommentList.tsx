// Comments, newest first, page by page to the last.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { type CSSProperties, type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { CommentView } from '../../../api/contract/comments.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { commentMessages as words } from '../../lib/messages/comments.ts';
import { fill, messages } from '../../lib/messages.ts';
import { formatCopyTime } from '../../lib/time.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { Say } from '../../ui/Say.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import {
  commentsList,
  commentsOf,
  forgetRefusalAtom,
  type RefusedComment,
  readerAtom,
  refusedOf,
  type Unsent,
} from './atoms.ts';
import styles from './CommentList.module.css';
import row from './CommentRow.module.css';
import { CommentRow, type CommentRowProps } from './CommentRow.tsx';
import refusedCommentsStyles from './RefusedComments.module.css';
import { finishRemovalAtom, openRemovalAtom, undoRemovalAtom } from './reactions.ts';
import { type NearRows, useNearRows } from './useNearRows.ts';
import { draftOf } from './write.ts';

interface CommentRowsProps extends Omit<CommentRowProps, 'comment'> {
  comments: readonly CommentView[];
}

/** Indexes of the rendered comments, in order. */
function drawnOf(comments: readonly CommentView[], { first, end }: NearRows, focusedId: string | null) {
  const near = Array.from({ length: end - first }, (_, at) => first + at);
  const focused = focusedId === null ? -1 : comments.findIndex(({ id }) => id === focusedId);
  if (focused < 0 || (focused >= first && focused < end)) return near;
  return focused < first ? [focused, ...near] : [...near, focused];
}

function CommentRows({ comments, ...props }: CommentRowsProps) {
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

const PLACEHOLDERS = ['a', 'b', 'c'];

interface CommentListProps {
  track: TrackView;
  onMoment: (seconds: number) => void;
  renderHide?: CommentRowProps['renderHide'] | undefined;
}

export function CommentList({ track, onMoment, renderHide }: CommentListProps) {
  const comments = useAtomValue(useMemo(() => commentsOf(track.id), [track.id]));
  const [, command] = useAtom(commentsList({ trackId: track.id }));
  const retry = () => void command('refresh');
  if (comments.status === 'loading') return <Placeholders />;
  if (comments.status === 'failed')
    return <Failed text={words.loadFailed} busy={comments.retrying} onRetry={retry} />;
  const { rows, unsent, more, copyFrom } = comments;
  const loadMore = () => void command('more');
  return (
    <>
      {copyFrom !== null && <Failed text={copyWords(copyFrom)} busy={false} onRetry={retry} />}
      <RefusedComments trackId={track.id} />
      {rows.length + unsent.length === 0 && <Empty invites={track.allowComments} />}
      {unsent.length > 0 && (
        <ul className={styles.list}>
          {unsent.map((each) => (
            <UnsentRow key={each.id} unsent={each} />
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <CommentRows comments={rows} track={track} onMoment={onMoment} renderHide={renderHide} />
      )}
      {more === 'failed' && <Failed text={words.moreFailed} busy={false} onRetry={loadMore} />}
      {(more === 'idle' || more === 'loading') && (
        <More busy={more === 'loading'} drawn={rows.length} onMore={loadMore} />
      )}
      <Removal />
    </>
  );
}

const copyWords = (from: string) => fill(words.copyFrom, { time: formatCopyTime(from, Date.now()) });

function Empty({ invites }: { invites: boolean }) {
  return (
    <div className={styles.empty}>
      <p>{words.none}</p>
      {invites && <p className={styles.invitation}>{words.beFirst}</p>}
    </div>
  );
}

function Placeholders() {
  return (
    <div className={styles.list} data-loading>
      {PLACEHOLDERS.map((key) => (
        <div key={key} className={styles.placeholder}>
          <RingSkeleton width="40%" height="28px" />
          <RingSkeleton width="85%" height="22px" />
        </div>
      ))}
    </div>
  );
}

function Failed({ text, busy, onRetry }: { text: string; busy: boolean; onRetry: () => void }) {
  const action = (
    <Button kind="bare" busy={busy} onClick={onRetry}>
      {messages.shell.retry}
    </Button>
  );
  return (
    <Notice kind="warn" action={action}>
      {text}
    </Notice>
  );
}

/** Also loads more before its end comes into view. */
function More({ busy, drawn, onMore }: { busy: boolean; drawn: number; onMore: () => void }) {
  const end = useRef<HTMLParagraphElement>(null);
  const loadMore = useRef(onMore);
  loadMore.current = onMore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a render the end may still be in view
  useEffect(() => {
    const mark = end.current;
    if (mark === null || busy) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore.current(), {
      rootMargin: '600px',
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [busy, drawn]);
  return (
    <p ref={end} className={styles.more}>
      <Button busy={busy} onClick={onMore}>
        {words.more}
      </Button>
    </p>
  );
}

function Removal() {
  const open = useAtomValue(openRemovalAtom);
  const undo = useSetAtom(undoRemovalAtom);
  const finish = useSetAtom(finishRemovalAtom);
  useEffect(() => () => void finish(), [finish]);
  if (open === null) return null;
  return (
    <UndoBar key={open} text={words.removed} onUndo={() => void undo()} onExpire={() => void finish()} />
  );
}

/** Comments that waited for the network and were then refused: their text is still available. */
function RefusedComments({ trackId }: { trackId: string }) {
  const refused = useAtomValue(useMemo(() => refusedOf(trackId), [trackId]));
  const write = useSetAtom(useMemo(() => draftOf(trackId), [trackId]));
  const forget = useSetAtom(forgetRefusalAtom);
  const edit = ({ refusal, content }: RefusedComment) => {
    write(content);
    forget(refusal);
  };
  return refused.map((each) => (
    <Notice
      key={each.content}
      kind="bad"
      action={
        <span className={refusedCommentsStyles.ways}>
          <Button kind="bare" onClick={() => edit(each)}>
            {words.edit}
          </Button>
          <Button kind="bare" onClick={() => forget(each.refusal)}>
            {words.discard}
          </Button>
        </span>
      }
    >
      {words.refused}
      <q className={refusedCommentsStyles.words}>{each.content}</q>
    </Notice>
  ));
}

/** A comment that is on this phone and not yet on the server. */
function UnsentRow({ unsent }: { unsent: Unsent }) {
  const { id } = useAtomValue(readerAtom);
  const online = useAtomValue(isOnlineAtom);
  return (
    <li className={row.row} data-unsent={unsent.id}>
      <span className={row.author}>
        <PersonOrb userId={id ?? unsent.id} size={28} />
        <span className={row.name}>
          <Say text={words.you} />
        </span>
      </span>
      <p className={row.words}>{unsent.content}</p>
      <p className={row.waiting} role="status">
        <Icon name="clock" size={18} />
        {online ? words.waiting : words.queued}
      </p>
    </li>
  );
}
