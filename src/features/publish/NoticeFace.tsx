// The recording's own picture over what became of it; a soft light where nothing is known of it any more.
import { TrackFace } from '../../ui/TrackFace.tsx';
import styles from './publish.module.css';

export function NoticeFace({ id, face }: { id: string; face: string | null }) {
  if (!face || !id) return <span className={styles.moon} aria-hidden="true" />;
  return <TrackFace id={id} face={face} className={styles.noticeFace} />;
}
