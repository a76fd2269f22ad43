// The bookmark of the recording that a card plays, in the corner of its picture.
import { useSetAtom } from 'jotai/react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { toggleBookmarkAtom } from '../../state/bookmarks.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './CardCorner.module.css';

export function CardBookmark({ track }: { track: TrackView }) {
  const toggle = useSetAtom(toggleBookmarkAtom);
  return (
    <IconButton
      kind="glass"
      label={words.bookmark}
      active={track.isBookmarked}
      className={styles.corner}
      onClick={() => void toggle(track.id)}
    >
      <Icon name="bookmark" size={20} filled={track.isBookmarked} />
    </IconButton>
  );
}
