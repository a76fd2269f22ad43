// Leaving this browser. The account stays, and opens again with its password.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { SignOutQuestion } from './SignOutQuestion.tsx';
import { signOutStateAtom, trySignOutAtom } from './signOut.ts';

const { account: words } = accountMessages;

export function SignOut() {
  const state = useAtomValue(signOutStateAtom);
  const signOut = useSetAtom(trySignOutAtom);
  return (
    <>
      {state.phase === 'failed' && (
        <Notice kind="bad">{fill(words.signOutFailed, { reason: failureText(state.code) })}</Notice>
      )}
      <OfflineNote />
      <Button wide needsServer busy={state.phase === 'sending'} onClick={() => void signOut()}>
        {words.signOut}
      </Button>
      <SignOutQuestion />
    </>
  );
}
