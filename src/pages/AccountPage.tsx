// /account: the signed-in account, its settings, and links to all its pages.
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type AccountEntry, type AccountKind, AccountLinks } from '../features/accounts/AccountLinks.tsx';
import { SignOut } from '../features/accounts/SignOut.tsx';
import { SettingsSheet } from '../features/profile/SettingsSheet.tsx';
import { ClearButton } from '../features/traces/ClearButton.tsx';
import { accountMessages } from '../lib/messages/accounts.ts';
import { fill } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { type SessionState, sessionAtom } from '../state/session.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { RingSkeleton } from '../ui/RingSkeleton.tsx';
import styles from './AccountPage.module.css';
import { OnThisDevice } from './OnThisDevice.tsx';
import { SessionFailed } from './SessionFailed.tsx';
import { usePageTitle } from './usePageTitle.ts';

const { account: words } = accountMessages;

/** The entries of the account page, in order. A feature with an account page adds its line here. */
const ACCOUNT_ENTRIES: readonly AccountEntry[] = [
  {
    to: paths.register(),
    label: words.register,
    hint: words.registerHint,
    icon: 'join',
    who: ['visitor', 'guest'],
  },
  {
    to: paths.login(),
    label: words.login,
    hint: words.loginHint,
    icon: 'enter',
    who: ['visitor', 'guest'],
  },
  {
    to: paths.password(),
    label: words.password,
    hint: words.passwordHint,
    icon: 'password',
    who: ['named'],
  },
  {
    to: paths.recoveryCode(),
    label: words.code,
    hint: words.codeHint,
    icon: 'code',
    who: ['named'],
  },
  {
    to: paths.devices(),
    label: words.devices,
    hint: words.devicesHint,
    icon: 'devices',
    who: ['guest', 'named'],
  },
  {
    to: paths.move(),
    label: words.move,
    hint: words.moveHint,
    icon: 'move',
    who: ['visitor', 'guest'],
  },
  {
    to: paths.blocked(),
    label: words.blocked,
    hint: words.blockedHint,
    icon: 'hidden',
    who: ['guest', 'named'],
  },
  {
    to: paths.ownData(),
    label: words.ownData,
    hint: words.ownDataHint,
    icon: 'data',
    who: ['guest', 'named'],
  },
];

export function AccountPage() {
  const session = useAtomValue(sessionAtom);
  usePageTitle(words.title);
  if (session.status === 'failed') return <SessionFailed session={session} />;
  return (
    <div className={styles.page}>
      <h1>{words.title}</h1>
      {session.status === 'unknown' ? <Waiting /> : <Known session={session} />}
    </div>
  );
}

/** Placeholder: a line and the links, at their final height. */
function Waiting() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <RingSkeleton width="200px" height="22px" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <RingSkeleton key={key} height="72px" shape="block" />
      ))}
    </div>
  );
}

type KnownSession = Extract<SessionState, { status: 'visitor' | 'signedIn' }>;

function Known({ session }: { session: KnownSession }) {
  const kind: AccountKind = session.status === 'visitor' ? 'visitor' : session.me.isGuest ? 'guest' : 'named';
  const name = session.status === 'signedIn' ? session.me.username : '';
  const [isSetting, setSetting] = useState(false);
  return (
    <>
      <p className={styles.text}>{kind === 'named' ? fill(words.named, { name }) : words[kind]}</p>
      {session.status === 'signedIn' && kind === 'named' && !session.me.hasRecoveryCode && (
        <Notice
          kind="warn"
          action={
            <Link to={paths.recoveryCode()} className={buttonClass('bare')}>
              {words.code}
            </Link>
          }
        >
          {words.codeMissing}
        </Notice>
      )}
      <AccountLinks entries={ACCOUNT_ENTRIES} kind={kind} onSettings={() => setSetting(true)} />
      <SettingsSheet open={isSetting} onClose={() => setSetting(false)}>
        <OnThisDevice />
      </SettingsSheet>
      {kind === 'named' && <SignOut clearTraces={<ClearButton />} />}
    </>
  );
}
