// Details of a track: title, performer, plays, description and actions.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { type ReportTarget, reportLink, tagLink } from '../../lib/links.ts';
import { commentMessages } from '../../lib/messages/comments.ts';
import { playerMessages, playerMessages as words } from '../../lib/messages/player.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { relativeTime } from '../../lib/time.ts';
import { currentTrackAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery, type Query } from '../../state/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import linkStyles from './ReportLinks.module.css';
import { TrackActions } from './TrackActions.tsx';
import styles from './TrackDetails.module.css';
import transcriptStyles from './Transcript.module.css';

function Transcript({ trackId }: { trackId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={transcriptStyles.transcript} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="down" size={20} />
        {words.transcript}
      </summary>
      {isOpen && <Said trackId={trackId} />}
    </details>
  );
}

function Said({ trackId }: { trackId: string }) {
  const query = transcriptOf(trackId);
  const [state] = useAtom(query.stateAtom);
  const refresh = useSetAtom(query.refreshAtom);
  if (state.status === 'loading') return <RingSkeleton shape="block" height="120px" />;
  if (state.data !== null)
    return <p className={transcriptStyles.said}>{state.data === '' ? words.transcriptGone : state.data}</p>;
  const again = (
    <Button kind="bare" busy={state.refreshing} onClick={() => void refresh()}>
      {messages.shell.retry}
    </Button>
  );
  return (
    <Notice kind="warn" action={again}>
      {words.transcriptFailed}
    </Notice>
  );
}

/** The transcript of a track, by its id. */
const known = new Map<string, Query<string>>();

/** Empty when the track no longer has a transcript. Always the same query for one track. */
function transcriptOf(trackId: string): Query<string> {
  const made =
    known.get(trackId) ??
    createQuery<string>({
      key: `getTranscript ${trackId}`,
      tags: ['tracks', `track:${trackId}`],
      load: async (get, _set, signal) =>
        (await get(statePortsAtom).read('getTranscript', { trackId }, { signal })).data.transcript,
      onDrop: () => known.delete(trackId),
    });
  known.set(trackId, made);
  return made;
}

interface TrackDetailsProps {
  track: TrackView;
  /** Shown next to the name. */
  follow?: ReactNode;
  /** Shown next to the report links. */
  hide?: ReactNode;
  /** What its owner can do, instead of the report links. */
  own?: ReactNode;
  /** As in `ShareButton`. */
  path?: string | undefined;
}

export function TrackDetails({ track, follow, hide, own, path }: TrackDetailsProps) {
  const { plays } = messages.card;
  const title = track.title === '' ? messages.card.untitled : track.title;
  const username = track.user.username === '' ? messages.card.unknownUser : track.user.username;
  const { tags, standIn } = shownTags(track);
  return (
    <div className={styles.details}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.by}>
        <Link to={paths.profile(username)} className={styles.user}>
          <PersonOrb userId={track.userId} size={24} />
          <span>{username}</span>
        </Link>
        <time dateTime={track.createdAt} className={styles.when}>
          {relativeTime(track.createdAt, Date.now())}
        </time>
        {track.soundUpdatedAt && (
          <time dateTime={track.soundUpdatedAt} className={styles.when}>
            {fill(words.updated, { time: relativeTime(track.soundUpdatedAt, Date.now()) })}
          </time>
        )}
        <span className={styles.plays}>
          <Icon name="listen" size={18} />
          <span className={styles.count}>
            {fill(track.plays === 1 ? plays.one : plays.many, { count: formatCount(track.plays) })}
          </span>
        </span>
        {follow}
      </div>
      <p className={track.description === '' ? styles.standIn : styles.description}>
        {track.description === '' ? words.defaultDescription : track.description}
      </p>
      <TrackActions track={track} path={path} />
      <ul className={styles.tags} aria-label={words.tags}>
        {tags.map((tag, index) => (
          <li key={tag}>
            {standIn ? (
              <span className={`${styles.tag} ${styles.standInTag}`}>{tag}</span>
            ) : (
              <Link
                to={tagLink(tag)}
                className={`${styles.tag} ${index === 0 && track.gender !== null ? styles.gender : ''}`}
                title={fill(words.searchTag, { tag })}
              >
                {tag}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {track.hasTranscript && <Transcript trackId={track.id} />}
      {own || <ReportLinks track={track} hide={hide} />}
    </div>
  );
}

/** The chips under a title: the performer category first, then the track's own tags. Pure. */
interface ShownTags {
  tags: string[];
  /** The tags are the specified placeholders, shown muted and never stored. */
  standIn: boolean;
}

export function shownTags(track: Pick<TrackView, 'gender' | 'tags'>): ShownTags {
  const gender = track.gender === null ? [] : [track.gender];
  const same = (tag: string) => tag.toLowerCase() === track.gender?.toLowerCase();
  const own = track.tags.filter((tag, index, all) => !same(tag) && all.indexOf(tag) === index);
  if (gender.length + own.length > 0) return { tags: [...gender, ...own], standIn: false };
  return { tags: Object.values(playerMessages.defaultTags), standIn: true };
}

interface ReportLinksProps {
  track: TrackView;
  /** A button to mute or block the account. */
  hide?: ReactNode;
}

/** Links to report a recording; they pass the current position. */
function ReportLinks({ track, hide }: ReportLinksProps) {
  const isCurrent = useAtomValue(currentTrackAtom)?.id === track.id;
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const at = isCurrent && elapsed > 0 ? elapsed : null;
  const linkTo = (type: ReportTarget['type']) => reportLink(track, { type, targetId: track.id, at });
  return (
    <div className={linkStyles.reports}>
      <Link {...linkTo('recording')} className={linkStyles.report}>
        <Icon name="flag" size={18} />
        {words.report}
        {at !== null && (
          <span className={linkStyles.at}>{fill(commentMessages.moment, { time: formatDuration(at) })}</span>
        )}
      </Link>
      <div className={linkStyles.others}>
        {track.description !== '' && (
          <Link {...linkTo('description')} className={linkStyles.report}>
            <Icon name="flag" size={18} />
            {words.reportDescription}
          </Link>
        )}
        {hide}
      </div>
    </div>
  );
}
