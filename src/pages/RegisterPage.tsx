// /register: the wizard, for users without a named account.
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Wizard } from '../features/accounts/Wizard.tsx';
import { registrationMessages as words } from '../lib/messages/registration.ts';
import { fill } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { sessionAtom } from '../state/session.ts';
import { buttonClass } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function RegisterPage() {
  const session = useAtomValue(sessionAtom);
  usePageTitle(words.title);
  // A user who registers in this visit still has to read the recovery code.
  const [wasNamed, setWasNamed] = useState<boolean | null>(null);
  const me = session.status === 'signedIn' && !session.me.isGuest ? session.me : null;
  if (wasNamed === null && session.status !== 'unknown') setWasNamed(me !== null);
  if (!(wasNamed && me)) return <Wizard />;
  return (
    <div lang="de">
      <StateCard title={words.already.title} level={1} text={fill(words.already.text, { name: me.username })}>
        <Link to={paths.home()} className={buttonClass('primary')}>
          {words.done.toApp}
        </Link>
        <Link to={paths.account()} className={buttonClass('quiet')}>
          {words.already.account}
        </Link>
      </StateCard>
    </div>
  );
}
