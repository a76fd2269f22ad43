// A placeholder of the profile's size while it loads.
import { messages } from '../../lib/messages.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './ProfileHeader.module.css';

export function ProfileSkeleton() {
  return (
    <div className={styles.header} role="status" aria-label={messages.shell.loading} data-loading>
      <Skeleton width="96px" height="96px" radius="full" />
      <div className={styles.words}>
        <Skeleton width="180px" height="34px" />
        <Skeleton width="220px" height="18px" />
      </div>
      <Skeleton width="240px" height="46px" className={styles.numbers ?? ''} />
      <Skeleton width="160px" height="44px" radius="full" />
    </div>
  );
}
