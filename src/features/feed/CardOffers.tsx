// Extra buttons on a card's cover: bookmark, add to the queue, continue, and what to do after a failure. Loaded with the
// first press.
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatDuration } from '../../lib/format.ts';
import { listeningMessages } from '../../lib/messages/listening.ts';
import { playerMessages } from '../../lib/messages/player.ts';
import { failureText, fill, languageOf, messages } from '../../lib/messages.ts';
import { addToQueueAtom, queueAtom, removeFromQueueAtom } from '../../state/listening/queue.ts';
import { type PlayerFailure, playlistAtom } from '../../state/player.ts';
import { resumeAtom, stepTrackAtom } from '../../state/playerActions.ts';
import { toggleBookmarkAtom } from '../../state/reactions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './CardCorner.module.css';
import cardFailureStyles from './CardFailure.module.css';
import continueHereStyles from './ContinueHere.module.css';
import { leaveFailedAtom } from './deleteTrack.ts';

export function CardBookmark({ track }: { track: TrackView }) {
  const toggle = useSetAtom(toggleBookmarkAtom);
  return (
    <IconButton
      kind="glass"
      label={playerMessages.bookmark}
      active={track.isBookmarked}
      className={styles.corner}
      onClick={() => void toggle(track.id)}
    >
      <Icon name="bookmark" size={20} filled={track.isBookmarked} />
    </IconButton>
  );
}

/** While something plays, a card adds to the queue. */
export function AddToQueue({ trackId, title }: { trackId: string; title: string }) {
  const isQueued = useAtomValue(queueAtom).includes(trackId);
  const add = useSetAtom(addToQueueAtom);
  const remove = useSetAtom(removeFromQueueAtom);
  return (
    <IconButton
      kind="glass"
      label={fill(listeningMessages.add, { title })}
      active={isQueued}
      className={styles.corner}
      onClick={() => (isQueued ? remove(trackId) : void add(trackId))}
    >
      <Icon name={isQueued ? 'check' : 'plus'} size={20} />
    </IconButton>
  );
}

/** Offers to continue where listening stopped, at the lower edge of a card's picture instead of its numbers. */
interface ContinueHereProps {
  title: string;
  seconds: number;
  onPlay: (from: number) => void;
}

export function ContinueHere({ title, seconds, onPlay }: ContinueHereProps) {
  const time = formatDuration(seconds);
  return (
    <button
      type="button"
      className={continueHereStyles.continue}
      aria-label={fill(listeningMessages.continueOne, { title, time })}
      onClick={() => onPlay(seconds)}
    >
      <span className={continueHereStyles.pill}>{fill(listeningMessages.continueAt, { time })}</span>
    </button>
  );
}

/**
 * A card whose recording fails to play: the reason, a retry button, the next recording, and a way back to the
 * picture.
 */
interface CardFailureProps {
  trackId: string;
  code: PlayerFailure;
  title: string;
}

export function CardFailure({ trackId, code, title }: CardFailureProps) {
  const retry = useSetAtom(resumeAtom);
  const step = useSetAtom(stepTrackAtom);
  const leave = useSetAtom(leaveFailedAtom);
  const hasNext = useAtomValue(playlistAtom).length > 1;
  const template = failureText(code);
  return (
    <div className={cardFailureStyles.failure}>
      <p role="alert" className={cardFailureStyles.text} lang={languageOf(template)}>
        {fill(template, { title })}
      </p>
      <div className={cardFailureStyles.actions}>
        <IconButton kind="glass" label={messages.shell.retry} onClick={() => void retry()}>
          <Icon name="undo" size={20} />
        </IconButton>
        {hasNext && (
          <IconButton label={playerMessages.next} onClick={() => void step(1)}>
            <Icon name="next" size={20} />
          </IconButton>
        )}
        <IconButton label={messages.player.close} onClick={() => void leave(trackId)}>
          <Icon name="close" size={20} />
        </IconButton>
      </div>
    </div>
  );
}
