// What is reported, as the person sees it elsewhere: face, title and name, and the words in question.
import type { TrackView } from '../../../api/contract/tracks.ts';
import { messages } from '../../lib/messages.ts';
import { TrackFace } from '../../ui/TrackFace.tsx';
import styles from './reports.module.css';
import type { Target } from './target.ts';

export interface ReportedThingProps {
  /** Null while it is not known, and offline. */
  track: TrackView | null;
  known: Target['known'];
  /** The comment or the description; null where the recording is meant, or the words are not known. */
  quote: string | null;
}

export function ReportedThing({ track, known, quote }: ReportedThingProps) {
  const title = track?.title ?? known?.title ?? '';
  const name = track?.user.username ?? known?.username ?? '';
  return (
    <div className={styles.thing} data-reported={track?.id}>
      <span className={styles.face}>{track !== null && <TrackFace face={track.face} />}</span>
      <div className={styles.thingWords}>
        <p className={styles.thingTitle}>{title || messages.card.untitled}</p>
        <p className={styles.quiet}>{name || messages.card.unknownUser}</p>
      </div>
      {quote !== null && <blockquote className={styles.quote}>{quote}</blockquote>}
    </div>
  );
}
