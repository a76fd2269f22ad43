// Actions on a recording: like, bookmark, comment, share.

import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useMemo, useState } from 'react';
import { Link, useHref } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { commentsLink, momentLink } from '../../lib/links.ts';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { currentTrackAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { Icon } from '../../ui/Icon.tsx';
import { type Shared, shareAddress } from '../../ui/shareAddress.ts';
import { ExtraIcon } from './ExtraIcon.tsx';
import { isRefused, type Reaction, toggleReactionAtom } from './reactions.ts';
import styles from './TrackActions.module.css';

export function TrackActions({ track, path }: ShareButtonProps) {
  const refused = useAtomValue(useMemo(() => isRefused(track.id), [track.id]));
  const count = track.commentsCount;
  const spoken = fill(count === 1 ? words.comments.one : words.comments.many, { count: formatCount(count) });
  return (
    <>
      <div className={styles.actions}>
        <ReactionButton reaction="like" track={track} />
        <ReactionButton reaction="bookmark" track={track} />
        <Link to={commentsLink(track.id)} className={styles.action} aria-label={spoken} title={spoken}>
          <Icon name="comment" size={24} />
          <span aria-hidden="true" className={styles.number}>
            {formatCount(count)}
          </span>
        </Link>
        <ShareButton track={track} path={path} />
      </div>
      {refused && (
        <p role="status" className={styles.refused}>
          {words.notSaved}
        </p>
      )}
    </>
  );
}

/** Like or bookmark: a toggle with an icon that beats once when pressed. */
function ReactionButton({ reaction, track }: { reaction: Reaction; track: TrackView }) {
  const toggle = useSetAtom(toggleReactionAtom);
  const [beats, setBeats] = useState(0);
  const isLike = reaction === 'like';
  const isOn = isLike ? track.isLiked : track.isBookmarked;
  const { one, many } = messages.card.likes;
  const count = fill(track.likes === 1 ? one : many, { count: formatCount(track.likes) });
  const press = () => {
    setBeats((before) => before + 1);
    void toggle(reaction, track.id);
  };
  return (
    <button
      type="button"
      className={`${styles.action} ${isOn ? styles.on : ''}`}
      aria-pressed={isOn}
      aria-label={isLike ? `${words.like}, ${count}` : words.bookmark}
      title={words[reaction]}
      onClick={press}
      data-reaction={reaction}
    >
      {/* A new element restarts the animation, however quickly the button is pressed again. */}
      <span key={beats} className={beats > 0 ? styles.beat : undefined}>
        <Icon name={isLike ? 'heart' : 'bookmark'} size={24} filled={isOn} />
      </span>
      {isLike && (
        <span aria-hidden="true" className={styles.number}>
          {formatCount(track.likes)}
        </span>
      )}
    </button>
  );
}

const SAID_MS = 4000;

interface ShareButtonProps {
  track: TrackView;
  /** Path of a page to share instead of the recording's own: in a demo, whose recordings exist nowhere else. */
  path?: string | undefined;
}

/** Shares the address of a recording, with the current position once playback has begun. */
function ShareButton({ track, path }: ShareButtonProps) {
  const isCurrent = useAtomValue(currentTrackAtom)?.id === track.id;
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const moment = path === undefined && isCurrent && elapsed > 0 ? elapsed : null;
  const href = useHref(path ?? (moment === null ? paths.player(track.id) : momentLink(track.id, moment)));
  const [said, setSaid] = useState<Shared | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const label = moment === null ? words.share : fill(words.shareMoment, { time: formatDuration(moment) });
  return (
    <>
      <button
        type="button"
        className={styles.action}
        aria-label={label}
        title={label}
        onClick={() => void shareAddress(new URL(href, location.href).href, track.title).then(setSaid)}
      >
        <ExtraIcon name="share" size={24} />
      </button>
      <span role="status" className={styles.said}>
        {said === 'copied' ? words.copied : said === 'failed' ? words.shareFailed : ''}
      </span>
    </>
  );
}
