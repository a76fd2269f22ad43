// The fixed player: 64 px at the bottom of every page but the player's own. Steps aside while the card of
// the current track can be seen. Swipe up opens the full player, swipe down closes; both have buttons.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type CSSProperties, useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { failureText, fill, languageOf, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import {
  currentCardVisibleAtom,
  currentTrackAtom,
  durationSecondsAtom,
  elapsedSecondsAtom,
  playerStateAtom,
} from '../../state/player.ts';
import { closePlayerAtom, toggleAtom } from '../../state/playerActions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TrackFace } from '../../ui/TrackFace.tsx';
import styles from './MiniPlayer.module.css';
import { useSwipe } from './useSwipe.ts';

export function MiniPlayer() {
  const track = useAtomValue(currentTrackAtom);
  const hidden = useAtomValue(currentCardVisibleAtom);
  const shown = track !== null && !hidden;
  useEffect(() => {
    document.body.classList.toggle(styles.inset ?? '', shown);
    return () => document.body.classList.remove(styles.inset ?? '');
  }, [shown]);
  return shown ? <Bar track={track} /> : null;
}

function Bar({ track }: { track: TrackView }) {
  const state = useAtomValue(playerStateAtom);
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const toggle = useSetAtom(toggleAtom);
  const close = useSetAtom(closePlayerAtom);
  const navigate = useNavigate();
  const swipe = useSwipe({ onUp: () => navigate(paths.player(track.id)), onDown: close });
  const running = state.phase === 'playing' || state.phase === 'loading';
  const title = track.title === '' ? messages.card.untitled : track.title;
  const failure = state.phase === 'failed' ? failureText(state.code) : null;
  const fraction = duration > 0 ? Math.min(1, elapsed / duration) : 0;
  return (
    <section
      className={styles.bar}
      aria-label={messages.player.miniPlayer}
      data-phase={state.phase}
      style={{ '--fraction': fraction } as CSSProperties}
      {...swipe}
    >
      <span className={styles.progress} aria-hidden="true" />
      <Link
        to={paths.player(track.id)}
        className={styles.open}
        aria-label={fill(messages.player.expandTitle, { title })}
      >
        <span className={styles.face}>
          <TrackFace face={track.face} />
        </span>
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {failure === null ? (
            <span className={styles.by}>
              <span className={styles.name}>{track.user.username || messages.card.unknownUser}</span>
              <span className={styles.time}>
                {formatDuration(elapsed)} / {formatDuration(duration)}
              </span>
              <span className={styles.count}>
                <Icon name="listen" size={14} />
                {formatCount(track.plays)}
              </span>
              <span className={styles.count}>
                <Icon name="heart" size={14} />
                {formatCount(track.likes)}
              </span>
            </span>
          ) : (
            <span className={styles.failure} role="alert" lang={languageOf(failure)}>
              {failure}
            </span>
          )}
        </span>
      </Link>
      <IconButton
        kind="accent"
        label={fill(running ? messages.card.pause : messages.card.play, { title })}
        onClick={() => void toggle()}
      >
        {state.phase === 'loading' ? (
          <Spinner size={20} />
        ) : (
          <Icon name={running ? 'pause' : 'play'} size={22} />
        )}
      </IconButton>
      <IconButton label={messages.player.close} onClick={close}>
        <Icon name="close" size={20} />
      </IconButton>
    </section>
  );
}
