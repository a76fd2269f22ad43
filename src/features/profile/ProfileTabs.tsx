// The tabs of a profile: recordings, likes, and one's own bookmarks. The tab is part of the address, so that links and
// Back return to it.
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { profileMessages } from '../../lib/messages/profile.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import type { ProfileTab } from './lists.ts';
import styles from './ProfileView.module.css';

const words = profileMessages.profile;
const LABELS: Record<ProfileTab, string> = {
  uploads: words.uploads,
  liked: words.liked,
  bookmarked: words.bookmarked,
};

export interface ProfileTabsProps {
  isOwn: boolean;
  children: (tab: ProfileTab) => ReactNode;
}

export function ProfileTabs({ isOwn, children }: ProfileTabsProps) {
  const [search, setSearch] = useSearchParams();
  const panelId = useId();
  const tabs: ProfileTab[] = isOwn ? ['uploads', 'liked', 'bookmarked'] : ['uploads', 'liked'];
  const tab = tabs.find((each) => each === search.get('tab')) ?? 'uploads';
  return (
    <>
      <div className={styles.tabs}>
        <Tabs
          label={words.lists}
          choices={tabs.map((value) => ({ value, label: LABELS[value] }))}
          value={tab}
          panelId={panelId}
          onChange={(next) =>
            setSearch(next === 'uploads' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
          }
        />
      </div>
      <div id={panelId} role="tabpanel" aria-label={LABELS[tab]} className={styles.panel}>
        {children(tab)}
      </div>
    </>
  );
}
