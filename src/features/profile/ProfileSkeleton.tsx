// A placeholder of the profile's size while it loads.
import { messages } from '../../lib/messages.ts';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import styles from './ProfileHeader.module.css';

export function ProfileSkeleton() {
  return (
    <div className={styles.header} role="status" aria-label={messages.shell.loading} data-loading>
      <RingSkeleton width="96px" height="96px" shape="ring" />
      <div className={styles.words}>
        <RingSkeleton width="180px" height="34px" />
        <RingSkeleton width="220px" height="18px" />
      </div>
      <RingSkeleton width="240px" height="46px" className={styles.numbers ?? ''} />
      <RingSkeleton width="160px" height="44px" />
    </div>
  );
}
