// The frame of the admin area: numbers, search, six tabs, and what an admin alone can open.
import { useAtomValue } from 'jotai/react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill, languageOf } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './admin.module.css';
import { Cards } from './Cards.tsx';
import { overviewAtom } from './overview.ts';
import { SearchBox } from './SearchBox.tsx';
import { type Place, TABS, useView } from './view.ts';

export interface AdminRoomProps {
  isAdmin: boolean;
  onSignOut: () => void;
  queue: ReactNode;
  statistics: ReactNode;
}

const words = adminMessages;

export function AdminRoom({ isAdmin, onSignOut, queue, statistics }: AdminRoomProps) {
  const { view, go } = useView();
  const panel = useId();
  const waiting = useAtomValue(overviewAtom).counts?.pendingUploads ?? 0;
  const dot =
    waiting > 0 ? (
      <span className={styles.dot} role="img" aria-label={fill(words.waiting, { n: waiting })} />
    ) : null;
  const choices = TABS.map((value) => {
    const label = moderationMessages.admin[value];
    const lang = languageOf(label);
    return { value, label, ...(lang ? { lang } : {}), ...(value === 'queue' ? { mark: dot } : {}) };
  });
  const open = (place: Place) => go({ place });
  const adminPlace = (place: 'audit' | 'tools', label: string) => (
    <Button
      kind="quiet"
      aria-pressed={view.place === place}
      onClick={() => open(view.place === place ? 'uploads' : place)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <div className={styles.headActions}>
          <Link to={paths.upload()} className={buttonClass('quiet')}>
            <Icon name="plus" size={18} />
            {moderationMessages.admin.newPost}
          </Link>
          {isAdmin && adminPlace('audit', words.audit)}
          {isAdmin && adminPlace('tools', words.tools)}
          <Button kind="bare" onClick={onSignOut}>
            {words.signOut}
          </Button>
        </div>
      </header>
      <Cards />
      <SearchBox
        search={view.search}
        user={view.user}
        onSearch={(search) => go({ search })}
        onEverybody={() => go({ user: null })}
      />
      <Tabs
        label={words.tabs}
        choices={choices}
        value={view.place as (typeof TABS)[number]}
        onChange={open}
        panelId={panel}
      />
      <div id={panel} role="tabpanel" className={styles.panel} aria-label={labelOf(view.place)}>
        {view.place === 'queue' && queue}
        {view.place === 'statistics' && statistics}
      </div>
    </>
  );
}

const labelOf = (place: Place): string =>
  place === 'audit' || place === 'tools' ? words[place] : moderationMessages.admin[place];
