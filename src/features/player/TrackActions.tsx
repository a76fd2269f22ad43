// What a listener can do with a recording: like, bookmark, comment, share.
import { useAtomValue } from 'jotai/react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '../../lib/format.ts';
import { commentsLink } from '../../lib/links.ts';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MarkButton } from './MarkButton.tsx';
import { isRefused } from './marks.ts';
import { ShareButton, type ShareButtonProps } from './ShareButton.tsx';
import styles from './TrackActions.module.css';

export function TrackActions({ track, path }: ShareButtonProps) {
  const refused = useAtomValue(useMemo(() => isRefused(track.id), [track.id]));
  const count = track.commentsCount;
  const spoken = fill(count === 1 ? words.comments.one : words.comments.many, { count: formatCount(count) });
  return (
    <>
      <div className={styles.actions}>
        <MarkButton mark="like" track={track} />
        <MarkButton mark="bookmark" track={track} />
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
