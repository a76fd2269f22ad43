// The recording's own picture over what became of it; a soft light where nothing is known of it any more.
import { TrackFace } from '../../ui/TrackFace.tsx';
import styles from './publish.module.css';

export function NoticeFace({ face }: { face: string | null }) {
  if (!face) return <span className={styles.moon} aria-hidden="true" />;
  return <TrackFace face={face} className={styles.noticeFace} />;
}
