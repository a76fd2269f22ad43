// The bar of 64 px at the bottom: play button, title linked to the full player, like, bookmark, close. Swiping up opens
// the full player, swiping down closes the bar; both have buttons.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount, formatDuration, speakDuration } from '../../lib/format.ts';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { failureText, fill, languageOf, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import {
  durationSecondsAtom,
  elapsedSecondsAtom,
  type PlayerFailure,
  playerStateAtom,
  playlistAtom,
} from '../../state/player.ts';
import { closePlayerAtom, resumeAtom, stepTrackAtom, toggleAtom } from '../../state/playerActions.ts';
import { seekAtom } from '../../state/playerRun.ts';
import { isRecordingAtom } from '../../state/sound.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { SeekKeys } from '../../ui/SeekKeys.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { ExtraIcon } from './ExtraIcon.tsx';
import styles from './MiniBar.module.css';
import { toggleReactionAtom } from './reactions.ts';

/** Reserves space for the bar: no content ends under it, and focused elements scroll clear of it. */
function useRoom(shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    const { style } = document.documentElement;
    style.setProperty('--mini-inset', 'calc(var(--mini-height) + var(--space-8))');
    return () => void style.removeProperty('--mini-inset');
  }, [shown]);
}

export function MiniBar({ track, shown }: { track: TrackView; shown: boolean }) {
  useRoom(shown);
  return shown && <Bar track={track} />;
}

function Bar({ track }: { track: TrackView }) {
  const state = useAtomValue(playerStateAtom);
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const closePlayer = useSetAtom(closePlayerAtom);
  const isRecording = useAtomValue(isRecordingAtom);
  /** A press while the microphone records; its answer stays until the recording ends. */
  const [isRefused, setRefused] = useState(false);
  const onRefused = isRecording ? () => setRefused(true) : null;
  if (isRefused && !isRecording) setRefused(false);
  const navigate = useNavigate();
  const close = () => {
    // The focused button disappears; the page keeps the position in the reading order.
    document.getElementById('content')?.focus({ preventScroll: true });
    closePlayer();
  };
  const swipe = useSwipe({ onUp: () => navigate(paths.player(track.id)), onDown: close });
  const title = track.title === '' ? messages.card.untitled : track.title;
  const fraction = duration > 0 ? Math.min(1, elapsed / duration) : 0;
  return (
    <section className={styles.bar} aria-label={words.miniPlayer} data-phase={state.phase} {...swipe}>
      <MiniSeek />
      <PlayCover track={track} title={title} share={fraction} onRefused={onRefused} />
      {isRefused ? (
        <p className={`${styles.failure} ${styles.refusal}`} role="alert">
          {words.notWhileRecording}
        </p>
      ) : state.phase === 'failed' ? (
        <Failed code={state.code} title={title} onRefused={onRefused} />
      ) : (
        <>
          <Words track={track} title={title}>
            {formatDuration(elapsed)} / {formatDuration(duration)}
          </Words>
          <MiniReactions track={track} />
        </>
      )}
      <IconButton label={messages.player.close} onClick={close}>
        <Icon name="close" size={20} />
      </IconButton>
    </section>
  );
}

interface PlayCoverProps {
  track: TrackView;
  title: string;
  share: number;
  /** Instead of playing; null: it plays. */
  onRefused: (() => void) | null;
}

/** The recording's cover is the play button, as on its card; around it the played part. */
function PlayCover({ track, title, share, onRefused }: PlayCoverProps) {
  const { phase } = useAtomValue(playerStateAtom);
  const toggle = useSetAtom(toggleAtom);
  const running = phase === 'playing' || phase === 'loading';
  const label = fill(running ? messages.card.pause : messages.card.play, { title });
  return (
    <button
      type="button"
      className={styles.cover}
      aria-label={label}
      title={label}
      onClick={onRefused ?? (() => void toggle())}
    >
      <TrackCover cover={track.cover} trackId={track.id} />
      <ProgressRing share={share} size={48} className={styles.ring}>
        {phase === 'loading' ? <Spinner size={20} /> : <Icon name={running ? 'pause' : 'play'} size={20} />}
      </ProgressRing>
    </button>
  );
}

function Words({ track, title, children }: { track: TrackView; title: string; children: ReactNode }) {
  return (
    <Link to={paths.player(track.id)} className={styles.open} aria-label={fill(words.expandTitle, { title })}>
      <span className={styles.title}>{title}</span>
      <span className={styles.by}>
        <span className={styles.name}>{track.user.username || messages.card.unknownUser}</span>
        <span className={styles.time}>{children}</span>
        <span className={styles.count}>
          <Icon name="listen" size={14} />
          {formatCount(track.plays)}
        </span>
      </span>
    </Link>
  );
}

interface FailedProps {
  code: PlayerFailure;
  title: string;
  /** As in `PlayCover`. */
  onRefused: (() => void) | null;
}

function Failed({ code, title, onRefused }: FailedProps) {
  const hasNext = useAtomValue(playlistAtom).length > 1;
  const retry = useSetAtom(resumeAtom);
  const step = useSetAtom(stepTrackAtom);
  const template = failureText(code);
  return (
    <>
      <p className={styles.failure} role="alert" lang={languageOf(template)}>
        {fill(template, { title })}
      </p>
      <IconButton label={messages.shell.retry} onClick={onRefused ?? (() => void retry())}>
        <ExtraIcon name="repeat" size={20} />
      </IconButton>
      {hasNext && (
        <IconButton label={words.next} onClick={onRefused ?? (() => void step(1))}>
          <Icon name="next" size={20} />
        </IconButton>
      )}
    </>
  );
}

/** Like and bookmark on the fixed player. */
function MiniReactions({ track }: { track: TrackView }) {
  const toggle = useSetAtom(toggleReactionAtom);
  const { likes } = messages.card;
  const count = fill(track.likes === 1 ? likes.one : likes.many, { count: track.likes });
  return (
    <>
      <IconButton
        label={`${words.like}, ${count}`}
        active={track.isLiked}
        className={styles.like}
        onClick={() => void toggle('like', track.id)}
      >
        <Icon name="heart" size={20} filled={track.isLiked} />
        <span className={styles.likes} aria-hidden="true">
          {formatCount(track.likes)}
        </span>
      </IconButton>
      <IconButton
        label={words.bookmark}
        active={track.isBookmarked}
        onClick={() => void toggle('bookmark', track.id)}
      >
        <Icon name="bookmark" size={20} filled={track.isBookmarked} />
      </IconButton>
    </>
  );
}

/** Seeks by keyboard; touch seeks in the full player. */
function MiniSeek() {
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const seek = useSetAtom(seekAtom);
  return (
    <SeekKeys
      label={messages.player.position}
      valueText={fill(messages.player.positionValue, {
        elapsed: speakDuration(elapsed),
        total: speakDuration(duration),
      })}
      value={elapsed}
      max={Math.floor(duration)}
      onSeek={seek}
    />
  );
}

// A vertical swipe on a small bar, in addition to buttons with the same actions.

/** Distance of a swipe in pixels; longer than a shaky tap. */
const SWIPE_PX = 32;

interface SwipeActions {
  onUp: () => void;
  onDown: () => void;
}

function useSwipe({ onUp, onDown }: SwipeActions) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from === null) return;
      const dx = event.clientX - from.x;
      const dy = event.clientY - from.y;
      if (Math.abs(dy) < SWIPE_PX || Math.abs(dy) < 2 * Math.abs(dx)) return;
      if (dy < 0) onUp();
      else onDown();
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
