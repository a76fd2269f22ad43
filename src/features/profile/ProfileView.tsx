// An account's profile: the user can follow others and edit their own.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { UserView } from '../../../api/contract/accounts.ts';
import type { BlockKind } from '../../../api/contract/blocks.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { OwnUploadView } from '../../../api/contract/uploads.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/time.ts';
import { type PersonState, refreshPersonAtom } from '../../state/people.ts';
import { type TracksAtom, tracksByIdAtom } from '../../state/tracks.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { DetailsSheet } from './DetailsSheet.tsx';
import { type Recording, recordingOfTrack, recordingOfUpload } from './details.ts';
import { EmptyList } from './EmptyList.tsx';
import { profileEditAtom, profileWaitsAtom } from './edit.ts';
import { FollowButton } from './FollowButton.tsx';
import { listOf, type ProfileTab } from './lists.ts';
import { OwnActions } from './OwnActions.tsx';
import { OwnUploads, RefusedDetails } from './OwnUploads.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import styles from './ProfileView.module.css';

const words = profileMessages.profile;

/** A list of tracks; the page renders its cards. */
export interface ShownList {
  list: TracksAtom;
  empty: ReactNode;
  onEdit?: ((track: TrackView) => void) | undefined;
  onDelete?: ((track: TrackView) => void) | undefined;
}

export interface ProfileViewProps {
  person: UserView;
  stale: Extract<PersonState, { status: 'found' }>['stale'];
  /** The viewer of the profile: its owner, its owner as a guest, or another account. */
  who: 'other' | 'own' | 'ownAsGuest';
  renderList: (shown: ShownList) => ReactNode;
  /** Recordings that still wait on this device. */
  waiting: ReactNode;
  onResubmit: (upload: OwnUploadView) => void;
  /** Buttons to mute or block this account, next to Follow. */
  hide?: ReactNode;
  /** Shown above the lists: why they are empty. */
  hidden?: ReactNode;
  /** How the viewer has hidden this account. A blocked account has no follow button. */
  hiddenAs?: BlockKind | null;
}

export function ProfileView(props: ProfileViewProps) {
  const { person, stale, who, renderList, waiting, onResubmit, hide, hidden } = props;
  const { hiddenAs = null } = props;
  const isOwn = who !== 'other';
  const isGuest = who === 'ownAsGuest';
  const edit = useAtomValue(profileEditAtom)(person);
  const refresh = useSetAtom(refreshPersonAtom);
  const tracks = useAtomValue(tracksByIdAtom);
  const [opened, setOpened] = useState<{ recording: Recording; again: boolean } | null>(null);
  const openTrack = (track: TrackView) => setOpened({ recording: recordingOfTrack(track), again: false });
  const openId = (id: string) => {
    const track = tracks.get(id);
    if (track) openTrack(track);
  };
  // The note above explains the empty list.
  const empty = (tab: ProfileTab) =>
    hiddenAs !== null && tab === 'uploads' ? null : (
      <EmptyList tab={tab} isOwn={isOwn} hasHidden={person.totalUploads > 0} />
    );
  return (
    <>
      <ProfileHeader
        seed={person.id}
        name={isGuest ? words.you : person.username}
        numbers={person}
        bio={person.bio}
        tags={person.tags}
        copyFrom={stale?.copyFrom ?? null}
        note={<ProfileNote person={person} isGuest={isGuest} isOwn={isOwn} />}
        actions={
          isOwn ? (
            <OwnActions person={person} isEditing={edit !== null} />
          ) : (
            <>
              {hiddenAs !== 'block' && <FollowButton person={person} />}
              {hide}
            </>
          )
        }
      />
      {isOwn && edit !== null && <ProfileForm person={person} isGuest={isGuest} />}
      {hidden}
      <ProfileTabs isOwn={isOwn}>
        {(tab) => (
          <>
            {isOwn && tab === 'uploads' && (
              <>
                <RefusedDetails onOpen={openId} />
                {waiting}
                <OwnUploads
                  onEdit={(upload) =>
                    setOpened({ recording: recordingOfUpload(upload), again: upload.status === 'rejected' })
                  }
                  onResubmit={onResubmit}
                />
              </>
            )}
            {renderList({
              list: listOf(tab, person.id),
              empty: empty(tab),
              onEdit: isOwn && tab === 'uploads' ? openTrack : undefined,
              onDelete: isOwn && tab === 'uploads' ? () => void refresh(person.id) : undefined,
            })}
          </>
        )}
      </ProfileTabs>
      {opened !== null && (
        <DetailsSheet
          key={opened.recording.id}
          recording={opened.recording}
          again={opened.again}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/**
 * The tabs of a profile: recordings, likes, and the owner's bookmarks. The tab is part of the URL, so that links and
 * Back return to it.
 */
const LABELS: Record<ProfileTab, string> = {
  uploads: words.uploads,
  liked: words.liked,
  bookmarked: words.bookmarked,
};

interface ProfileTabsProps {
  isOwn: boolean;
  children: (tab: ProfileTab) => ReactNode;
}

function ProfileTabs({ isOwn, children }: ProfileTabsProps) {
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

/**
 * Below a profile's name: followers and date of registration, a guest's link to registration, and unsent changes.
 */
interface ProfileNoteProps {
  person: UserView;
  isGuest: boolean;
  isOwn: boolean;
}

function ProfileNote({ person, isGuest, isOwn }: ProfileNoteProps) {
  const waits = useAtomValue(profileWaitsAtom)(person.id);
  const { followersCount: count } = person;
  const followers = fill(count === 1 ? words.followers.one : words.followers.many, { count });
  return (
    <>
      {!isGuest && (
        <p className={styles.facts}>
          {followers} · {fill(words.following, { count: person.followingCount })} ·{' '}
          {fill(words.since, { date: formatDate(person.createdAt) })}
        </p>
      )}
      {isGuest && (
        <p className={styles.guest}>
          {words.guestHere} <Link to={paths.register()}>{words.register}</Link>
        </p>
      )}
      {isOwn && (
        <p role="status" className={styles.facts}>
          {waits && <span className={styles.late}>{profileMessages.edit.waiting}</span>}
        </p>
      )}
    </>
  );
}
