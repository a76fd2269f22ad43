// Shares the address of a recording, with the current position once playback has begun.
import { useAtomValue } from 'jotai/react';
import { useEffect, useState } from 'react';
import { useHref } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatDuration } from '../../lib/format.ts';
import { momentLink } from '../../lib/links.ts';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { currentTrackAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { Icon } from '../../ui/Icon.tsx';
import { type Shared, shareAddress } from '../../ui/shareAddress.ts';
import styles from './TrackActions.module.css';

const SAID_MS = 4000;

export interface ShareButtonProps {
  track: TrackView;
  /** Path of a page to share instead of the recording's own: in a demo, whose recordings exist nowhere else. */
  path?: string | undefined;
}

export function ShareButton({ track, path }: ShareButtonProps) {
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
        <Icon name="upload" size={24} />
      </button>
      <span role="status" className={styles.said}>
        {said === 'copied' ? words.copied : said === 'failed' ? words.shareFailed : ''}
      </span>
    </>
  );
}
