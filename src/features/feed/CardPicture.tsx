// The cover of a card. A press plays the recording; the current recording shows the small player, and a press stops it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount, formatDuration, speakDuration } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { placeOfAtom } from '../../state/places.ts';
import { countVisibleCardAtom, isIdleAtom, playerStateAtom } from '../../state/player.ts';
import { closePlayerAtom } from '../../state/playerActions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { latePart } from '../../ui/latePart.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import styles from './CardPicture.module.css';
import { CardPlayer } from './CardPlayer.tsx';

interface CardPictureProps {
  track: TrackView;
  title: string;
  isCurrent: boolean;
  /** From the beginning, or from this second. */
  onPlay: (from?: number) => void;
}

/** Nothing plays on most first screens. */
const CardBookmark = latePart(async () => (await import('./CardOffers.tsx')).CardBookmark);
const CardFailure = latePart(async () => (await import('./CardOffers.tsx')).CardFailure);
const ContinueHere = latePart(async () => (await import('./CardOffers.tsx')).ContinueHere);
const AddToQueue = latePart(async () => (await import('./CardOffers.tsx')).AddToQueue);

/** The small player's first button, otherwise the one that plays. */
const firstButton = (picture: HTMLElement) =>
  picture.querySelector<HTMLElement>(':scope > div button') ?? picture.querySelector<HTMLElement>('button');

export function CardPicture({ track, title, isCurrent, onPlay }: CardPictureProps) {
  const ref = useRef<HTMLDivElement>(null);
  useVisibleCard(ref, isCurrent);
  useKeptFocus(ref, firstButton);
  return (
    <div ref={ref} className={`${styles.picture} ${isCurrent ? styles.current : ''}`}>
      <TrackCover cover={track.cover} trackId={track.id} />
      {!isCurrent && <Resting track={track} title={title} onPlay={onPlay} />}
      {!isCurrent && <PlaceOffer trackId={track.id} title={title} onPlay={onPlay} />}
      {!isCurrent && <QueueOffer trackId={track.id} title={title} />}
      {isCurrent && <Current track={track} title={title} />}
    </div>
  );
}

/** A separate, deferred component, so that a press on one card renders that card first. */
function QueueOffer(props: { trackId: string; title: string }) {
  const isOffered = useDeferredValue(!useAtomValue(isIdleAtom));
  return isOffered && <AddToQueue {...props} />;
}

/** Shown if the user left the recording in the middle. */
function PlaceOffer({
  trackId,
  ...others
}: {
  trackId: string;
  title: string;
  onPlay: (from: number) => void;
}) {
  const seconds = useAtomValue(useMemo(() => placeOfAtom(trackId), [trackId]));
  return seconds !== null && <ContinueHere seconds={seconds} {...others} />;
}

function Current({ track, title }: Pick<CardPictureProps, 'track' | 'title'>) {
  const player = useAtomValue(playerStateAtom);
  const close = useSetAtom(closePlayerAtom);
  if (player.phase === 'failed') return <CardFailure trackId={track.id} code={player.code} title={title} />;
  return (
    <>
      <button
        type="button"
        className={`${styles.play} ${styles.stop}`}
        aria-label={fill(messages.card.stop, { title })}
        onClick={close}
      />
      <p className={`${styles.facts} ${styles.top}`}>
        <Plays count={track.plays} />
      </p>
      <CardPlayer track={track} />
      <CardBookmark track={track} />
    </>
  );
}

/** As long as a recording is new. */
const UPDATED_MS = 7 * 86_400_000;
const isUpdated = ({ soundUpdatedAt: at }: TrackView) => at && Date.now() - Date.parse(at) < UPDATED_MS;

function Resting({ track, title, onPlay }: Pick<CardPictureProps, 'track' | 'title' | 'onPlay'>) {
  return (
    <>
      <button
        type="button"
        className={styles.play}
        aria-label={fill(messages.card.play, { title })}
        onClick={() => onPlay()}
      >
        <span className={styles.mark}>
          <Icon name="play" size={22} />
        </span>
      </button>
      {isUpdated(track) && (
        <p className={`${styles.facts} ${styles.top}`}>
          <span className={styles.fact}>{messages.card.updated}</span>
        </p>
      )}
      <p className={styles.facts}>
        <Plays count={track.plays} />
        <span className={styles.fact}>
          <span aria-hidden="true">{formatDuration(track.duration)}</span>
          <span className="spoken">
            {fill(messages.card.length, { time: speakDuration(track.duration) })}
          </span>
        </span>
      </p>
    </>
  );
}

function Plays({ count }: { count: number }) {
  const { plays } = messages.card;
  return (
    <span className={styles.fact}>
      <Icon name="listen" size={14} />
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="spoken">{fill(count === 1 ? plays.one : plays.many, { count })}</span>
    </span>
  );
}

// Hides the fixed player while the current track's card is visible.

/** Share of the picture that must be on screen. */
const MOSTLY_VISIBLE = 0.5;

function useVisibleCard(ref: RefObject<HTMLElement | null>, isCurrent: boolean): void {
  const countVisible = useSetAtom(countVisibleCardAtom);
  useEffect(() => {
    const card = ref.current;
    if (card === null || !isCurrent) return;
    let visible = false;
    const report = (now: boolean) => {
      if (now !== visible) countVisible(now ? 1 : -1);
      visible = now;
    };
    const observer = new IntersectionObserver(
      ([entry]) => report((entry?.intersectionRatio ?? 0) >= MOSTLY_VISIBLE),
      { threshold: [0, MOSTLY_VISIBLE] },
    );
    observer.observe(card);
    return () => {
      observer.disconnect();
      report(false);
    };
  }, [countVisible, isCurrent, ref]);
}
