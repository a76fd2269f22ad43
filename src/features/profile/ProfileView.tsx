// One person's profile: of somebody else to look at and to follow, of oneself to change.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { UserView } from '../../../api/contract/accounts.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { OwnUploadView } from '../../../api/contract/uploads.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/time.ts';
import type { PersonState } from '../../state/people.ts';
import { refreshPersonAtom } from '../../state/people.ts';
import { type TracksAtom, tracksByIdAtom } from '../../state/tracks.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { EmptyList } from './EmptyList.tsx';
import { openProfileEditAtom, profileEditAtom, profileWaitsAtom } from './edit.ts';
import { FollowButton } from './FollowButton.tsx';
import { listOf, type ProfileTab } from './lists.ts';
import { OwnUploads, RefusedWords } from './OwnUploads.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { ProfileTabs } from './ProfileTabs.tsx';
import styles from './ProfileView.module.css';
import { SettingsSheet } from './SettingsSheet.tsx';
import { WordsSheet } from './WordsSheet.tsx';
import { type Recording, recordingOfTrack, recordingOfUpload } from './words.ts';

const words = profileMessages.profile;

/** A list of tracks, drawn by the room that knows cards. */
export interface ShownList {
  list: TracksAtom;
  empty: ReactNode;
  onEdit?: ((track: TrackView) => void) | undefined;
  onDelete?: ((track: TrackView) => void) | undefined;
}

export interface ProfileViewProps {
  person: UserView;
  stale: Extract<PersonState, { status: 'found' }>['stale'];
  /** Whose browser this is: theirs, theirs without a name, or somebody else's. */
  who: 'other' | 'own' | 'ownAsGuest';
  renderList: (shown: ShownList) => ReactNode;
  /** Recordings that still wait on this phone. */
  waiting: ReactNode;
  /** What the settings hold beside those of the account. */
  deviceSettings: ReactNode;
  onResubmit: (upload: OwnUploadView) => void;
  /** Beside Follow: not to meet this person any more. */
  hide?: ReactNode;
  /** Over the lists: why they are empty. */
  hidden?: ReactNode;
}

export function ProfileView(props: ProfileViewProps) {
  const { person, stale, who, renderList, waiting, deviceSettings, onResubmit, hide, hidden } = props;
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
  const empty = (tab: ProfileTab) => <EmptyList tab={tab} isOwn={isOwn} />;
  return (
    <>
      <ProfileHeader
        seed={person.id}
        name={isGuest ? words.you : person.username}
        numbers={person}
        bio={person.bio}
        tags={person.tags}
        copyFrom={stale?.copyFrom ?? null}
        note={<Note person={person} isGuest={isGuest} isOwn={isOwn} />}
        actions={
          isOwn ? (
            <OwnActions person={person} isEditing={edit !== null} deviceSettings={deviceSettings} />
          ) : (
            <>
              <FollowButton person={person} />
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
                <RefusedWords onOpen={openId} />
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
        <WordsSheet
          key={opened.recording.id}
          recording={opened.recording}
          again={opened.again}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function Note({ person, isGuest, isOwn }: { person: UserView; isGuest: boolean; isOwn: boolean }) {
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

interface OwnActionsProps {
  person: UserView;
  isEditing: boolean;
  deviceSettings: ReactNode;
}

function OwnActions({ person, isEditing, deviceSettings }: OwnActionsProps) {
  const openEdit = useSetAtom(openProfileEditAtom);
  return (
    <>
      {!isEditing && (
        <Button icon={<Icon name="edit" size={18} />} onClick={() => openEdit(person)}>
          {words.edit}
        </Button>
      )}
      <SettingsButton>{deviceSettings}</SettingsButton>
      <AccountLink />
    </>
  );
}

export function AccountLink() {
  return (
    <Link to={paths.account()} className={buttonClass()}>
      <Icon name="person" size={18} />
      {words.account}
    </Link>
  );
}

export function SettingsButton({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon name="sliders" size={18} />} onClick={() => setOpen(true)}>
        {words.settings}
      </Button>
      <SettingsSheet open={open} onClose={() => setOpen(false)}>
        {children}
      </SettingsSheet>
    </>
  );
}
