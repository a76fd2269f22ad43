// Links to report a recording; they pass the current position.
import { useAtomValue } from 'jotai/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatDuration } from '../../lib/format.ts';
import { type ReportTarget, reportLink } from '../../lib/links.ts';
import { commentMessages } from '../../lib/messages/comments.ts';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { fill } from '../../lib/messages.ts';
import { currentTrackAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ReportLinks.module.css';

export interface ReportLinksProps {
  track: TrackView;
  /** A button to mute or block the account. */
  hide?: ReactNode;
}

export function ReportLinks({ track, hide }: ReportLinksProps) {
  const isCurrent = useAtomValue(currentTrackAtom)?.id === track.id;
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const at = isCurrent && elapsed > 0 ? elapsed : null;
  const linkTo = (type: ReportTarget['type']) => reportLink(track, { type, targetId: track.id, at });
  return (
    <div className={styles.reports}>
      <Link {...linkTo('recording')} className={styles.report}>
        <Icon name="flag" size={18} />
        {words.report}
        {at !== null && (
          <span className={styles.at}>{fill(commentMessages.moment, { time: formatDuration(at) })}</span>
        )}
      </Link>
      <div className={styles.others}>
        {track.description !== '' && (
          <Link {...linkTo('description')} className={styles.report}>
            {words.reportDescription}
          </Link>
        )}
        {hide}
      </div>
    </div>
  );
}
