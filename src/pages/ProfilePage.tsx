// /profile and /profile/{id or name}: the user's own or another profile. A former name redirects to the current one.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { OwnUploadView } from '../../api/contract/uploads.ts';
import { hiddenKindAtom } from '../features/blocks/atoms.ts';
import { HiddenNote } from '../features/blocks/HiddenNote.tsx';
import { HidePerson } from '../features/blocks/HidePerson.tsx';
import { TrackList, TrackPlaceholders } from '../features/feed/TrackList.tsx';
import { VoicesToHear } from '../features/feed/VoicesToHear.tsx';
import { ProfileSkeleton } from '../features/profile/ProfileSkeleton.tsx';
import { ProfileView, type ProfileViewProps, type ShownList } from '../features/profile/ProfileView.tsx';
import { VisitorProfile } from '../features/profile/VisitorProfile.tsx';
import { resubmitAtom } from '../features/publish/form.ts';
import { profileMessages } from '../lib/messages/profile.ts';
import { type FailureCode, messages } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { personAtom, refreshPersonAtom } from '../state/people.ts';
import { loadSessionAtom, sessionAtom } from '../state/session.ts';
import { waitingUploadsAtom } from '../state/waitingUploads.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { latePart } from '../ui/latePart.tsx';
import { RingSkeleton } from '../ui/RingSkeleton.tsx';
import styles from './FeedPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

const words = profileMessages.profile;

const WaitingTracks = latePart(
  async () => (await import('../features/publish/WaitingTracks.tsx')).WaitingTracks,
);

export function ProfilePage() {
  const { id } = useParams();
  return <div className={styles.page}>{id === undefined ? <Own /> : <Person key={id} idOrName={id} />}</div>;
}

const Loading = () => (
  <>
    <ProfileSkeleton />
    <RingSkeleton width="240px" height="52px" />
    <TrackPlaceholders />
  </>
);

function Waiting() {
  return useAtomValue(waitingUploadsAtom).length > 0 && <WaitingTracks />;
}

function Own() {
  const session = useAtomValue(sessionAtom);
  const ask = useSetAtom(loadSessionAtom);
  usePageTitle(messages.shell.profile);
  switch (session.status) {
    case 'unknown':
      return <Loading />;
    case 'signedIn':
      return <Person idOrName={session.me.id} />;
    case 'visitor':
      return <VisitorProfile waiting={<Waiting />} />;
    case 'failed':
      return <Failed code={session.code} isOwn busy={false} onRetry={() => void ask()} />;
  }
}

function Person({ idOrName }: { idOrName: string }) {
  const session = useAtomValue(sessionAtom);
  const state = useAtomValue(personAtom(idOrName));
  const refresh = useSetAtom(refreshPersonAtom);
  const resubmit = useSetAtom(resubmitAtom);
  const navigate = useNavigate();
  const me = session.status === 'signedIn' ? session.me : null;
  const person = state.status === 'found' ? state.person : null;
  const isOwn = person !== null && person.id === me?.id;
  const current = person?.username;
  const isFormer =
    person !== null && idOrName !== person.id && idOrName.toLowerCase() !== current?.toLowerCase();
  useEffect(() => {
    if (isFormer) navigate(paths.profile(current), { replace: true });
  }, [isFormer, current, navigate]);
  usePageTitle(isOwn ? messages.shell.profile : (current ?? messages.shell.profile));
  const sendAgain = (upload: OwnUploadView) => {
    resubmit(upload);
    navigate(paths.upload());
  };
  if (state.status === 'loading' || session.status === 'unknown') return <Loading />;
  if (state.status === 'missing') {
    return (
      <>
        <StateCard kind="missing" title={words.notFound} level={1} lang="de">
          <Link to={paths.home()} className={buttonClass('primary')} lang="en">
            {words.toHome}
          </Link>
        </StateCard>
        <VoicesToHear />
      </>
    );
  }
  if (state.status === 'failed') {
    return (
      <Failed
        code={state.code}
        isOwn={idOrName === me?.id}
        busy={state.retrying}
        onRetry={() => void refresh(idOrName)}
      />
    );
  }
  const shown = {
    person: state.person,
    stale: state.stale,
    renderList: (list: ShownList) => <TrackList key={String(list.list)} {...list} />,
    waiting: <Waiting />,
    onResubmit: sendAgain,
  };
  return isOwn ? (
    <ProfileView key={state.person.id} {...shown} who={me?.isGuest ? 'ownAsGuest' : 'own'} />
  ) : (
    <Others key={state.person.id} {...shown} />
  );
}

function Others(shown: Omit<ProfileViewProps, 'who' | 'hide' | 'hidden' | 'hiddenAs'>) {
  const { id, username } = shown.person;
  return (
    <ProfileView
      {...shown}
      who="other"
      hiddenAs={useAtomValue(hiddenKindAtom)(id)}
      hide={<HidePerson userId={id} username={username} look="dots" />}
      hidden={<HiddenNote userId={id} username={username} />}
    />
  );
}

interface FailedProps {
  code: FailureCode;
  busy: boolean;
  /** Recordings waiting on this device belong to the viewer. */
  isOwn: boolean;
  onRetry: () => void;
}

/** The user's own profile still shows recordings waiting on this device. */
function Failed({ code, busy, isOwn, onRetry }: FailedProps) {
  return (
    <>
      <StateCard code={code} title={words.loadFailed} level={1}>
        <Button busy={busy} onClick={onRetry}>
          {messages.shell.retry}
        </Button>
      </StateCard>
      {isOwn && <Waiting />}
    </>
  );
}
