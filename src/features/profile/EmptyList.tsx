// An empty list of a profile, with a suggestion.
import { useSetAtom } from 'jotai/react';
import { Link, useNavigate } from 'react-router-dom';
import { profileMessages } from '../../lib/messages/profile.ts';
import { paths } from '../../lib/paths.ts';
import { requireAdultAtom } from '../../state/adult.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyRing } from '../../ui/EmptyRing.tsx';
import type { ProfileTab } from './lists.ts';
import styles from './ProfileView.module.css';

const words = profileMessages.profile;

interface EmptyListProps {
  tab: ProfileTab;
  isOwn: boolean;
  /** The account has recordings, but all are hidden now. */
  hasHidden: boolean;
}

export function EmptyList({ tab, isOwn, hasHidden }: EmptyListProps) {
  if (isOwn && tab === 'uploads' && hasHidden) return <AllHidden />;
  const title = isOwn ? OWN[tab] : tab === 'uploads' ? words.emptyOther : words.emptyLikedOther;
  return (
    <div className={styles.empty}>
      <EmptyRing kind="empty" />
      <h2 className={styles.emptyTitle}>{title}</h2>
      {isOwn && tab === 'uploads' && <FirstRecording />}
      {isOwn && tab !== 'uploads' && (
        <Link to={paths.home()} className={buttonClass('quiet')}>
          {words.toFeed}
        </Link>
      )}
    </div>
  );
}

/** The notification says why. */
function AllHidden() {
  return (
    <div className={styles.empty}>
      <EmptyRing kind="empty" />
      <h2 className={styles.emptyTitle}>{words.allHidden}</h2>
      <Link to={paths.news()} className={buttonClass('quiet')}>
        {words.toNews}
      </Link>
    </div>
  );
}

const OWN: Record<ProfileTab, string> = {
  uploads: words.emptyOwn,
  liked: words.emptyLikedOwn,
  bookmarked: words.emptyBookmarked,
};

export function FirstRecording() {
  const navigate = useNavigate();
  const requireAdult = useSetAtom(requireAdultAtom);
  const record = async () => {
    if (await requireAdult()) navigate(paths.record());
  };
  return (
    <>
      <p className={styles.quiet}>{words.emptyOwnText}</p>
      <Button kind="primary" onClick={() => void record()}>
        {words.startRecording}
      </Button>
    </>
  );
}
