// The recording's picture above the notice; a soft light when the picture is no longer known.
import { TrackFace } from '../../ui/TrackFace.tsx';
import styles from './publish.module.css';

export function NoticeFace({ face }: { face: string | null }) {
  if (!face) return <span className={styles.moon} aria-hidden="true" />;
  return <TrackFace face={face} className={styles.noticeFace} />;
}
