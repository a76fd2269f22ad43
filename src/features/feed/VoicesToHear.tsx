// A way on from a page: the newest recordings, offline the ones stored on this device.
import { useAtomValue } from 'jotai/react';
import { useId } from 'react';
import { CATEGORY_IDS } from '../../../api/contract/categories.ts';
import { listeningMessages } from '../../lib/messages/listening.ts';
import { rowList } from './atoms.ts';
import { TrackCard } from './TrackCard.tsx';
import { usePlaylist } from './usePlaylist.ts';
import styles from './VoicesToHear.module.css';

/** Below a page in one row; beside it in rows of two. */
const COUNTS = { below: 3, beside: 4 };
/** The first row of the home page, which most visits have loaded. */
const NEWEST = rowList(CATEGORY_IDS[0], 'all');

export function VoicesToHear({ place = 'below' }: { place?: keyof typeof COUNTS }) {
  const list = useAtomValue(NEWEST);
  const tracks = list.status === 'loading' ? [] : list.rows.slice(0, COUNTS[place]);
  const playlist = usePlaylist(tracks);
  const headingId = useId();
  if (tracks.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={`${styles.voices} ${styles[place]}`}>
      <h2 id={headingId} className={styles.title}>
        {listeningMessages.voices}
      </h2>
      <ul className={styles.row}>
        {tracks.map((track) => (
          <li key={track.id}>
            <TrackCard track={track} playlist={playlist} />
          </li>
        ))}
      </ul>
    </section>
  );
}
