// /test: counts and rows from the server, with the viewer's likes and bookmarks.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { engineeringMessages } from '../../lib/messages/engineering.ts';
import { fill } from '../../lib/messages.ts';
import { formatMoment } from '../../lib/time.ts';
import { dataOf } from '../../state/queries.ts';
import { toggleLikeAtom } from '../../state/reactions.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import {
  type ChangeResult,
  mayChangeDataAtom,
  testCommentAtom,
  testCommentsAtom,
  testTracksAtom,
  toggleTestBookmarkAtom,
} from './atoms.ts';
import { ChangeNotice } from './ChangeNotice.tsx';
import styles from './engineering.module.css';

const words = engineeringMessages.test;

function figuresOf(tracks: readonly TrackView[]): [name: string, value: number][] {
  const sum = (of: (track: TrackView) => number) => tracks.reduce((all, track) => all + of(track), 0);
  return [
    [words.tracks, tracks.length],
    [words.users, new Set(tracks.map(({ userId }) => userId)).size],
    [words.likes, sum(({ likes }) => likes)],
    [words.comments, sum(({ commentsCount }) => commentsCount)],
  ];
}

export function TestPanel() {
  const [list, command] = useAtom(testTracksAtom);
  const mayChange = useAtomValue(mayChangeDataAtom);
  const [result, setResult] = useState<ChangeResult | null>(null);
  return (
    <div className={styles.page}>
      <h1>{words.title}</h1>
      <p className={styles.quiet}>{words.lead}</p>
      {!mayChange && <Notice kind="info">{engineeringMessages.refused}</Notice>}
      <ChangeNotice result={result} />
      {list.status === 'loading' && <Spinner size={32} />}
      {list.status === 'failed' && (
        <StateCard kind="error" title={words.failed}>
          <Button onClick={() => command('refresh')}>{words.retry}</Button>
        </StateCard>
      )}
      {list.status === 'ready' && (
        <>
          <h2>{words.statistics}</h2>
          <dl className={styles.figures}>
            {figuresOf(list.rows).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <h2>{words.tracks}</h2>
          {list.rows.length === 0 && <p className={styles.quiet}>{words.empty}</p>}
          <ul className={styles.rows}>
            {list.rows.map((track) => (
              <TestRow key={track.id} track={track} onChange={setResult} />
            ))}
          </ul>
          <h2>{words.users}</h2>
          <ul className={styles.rows}>
            {[...new Set(list.rows.map(({ user }) => user.username))].map((username) => (
              <li key={username}>{username}</li>
            ))}
          </ul>
          <h2>{words.comments}</h2>
          <TestComments />
        </>
      )}
    </div>
  );
}

function TestComments() {
  const state = useAtomValue(testCommentsAtom);
  const comments = dataOf(state);
  if (comments === null) return state.status === 'loading' ? <Spinner size={24} /> : <p>{words.failed}</p>;
  if (comments.length === 0) return <p className={styles.quiet}>{words.noComments}</p>;
  return (
    <ul className={styles.rows} data-comments>
      {comments.map(({ id, user, trackTitle, content, createdAt, likes }) => (
        <li key={id}>
          <b>{user.username}</b>
          <span>{content}</span>
          <span className={styles.quiet}>
            {fill(words.ofComment, { title: trackTitle, time: formatMoment(createdAt), likes })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function TestRow({ track, onChange }: { track: TrackView; onChange: (result: ChangeResult) => void }) {
  const like = useSetAtom(toggleLikeAtom);
  const bookmark = useSetAtom(toggleTestBookmarkAtom);
  const comment = useSetAtom(testCommentAtom);
  const mayChange = useAtomValue(mayChangeDataAtom);
  const { title, user, likes, commentsCount, plays, isLiked, isBookmarked, id } = track;
  return (
    <li data-track={id}>
      <b>{fill(words.ofTrack, { title, username: user.username })}</b>
      <span className={styles.quiet}>{fill(words.counts, { likes, comments: commentsCount, plays })}</span>
      <span className={styles.ways}>
        <Button aria-pressed={isLiked} onClick={() => void like(id)}>
          {isLiked ? words.unlike : words.like}
        </Button>
        <Button aria-pressed={isBookmarked} onClick={() => void bookmark(id)}>
          {isBookmarked ? words.unbookmark : words.bookmark}
        </Button>
        <Button disabled={!mayChange} onClick={() => void comment(id).then(onChange)}>
          {words.comment}
        </Button>
      </span>
    </li>
  );
}
