// Asked before signing out drops what the server does not have yet.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { signOutStateAtom, stayAtom, trySignOutAtom } from './signOut.ts';

const { account: words } = accountMessages;

export function SignOutQuestion() {
  const state = useAtomValue(signOutStateAtom);
  const signOut = useSetAtom(trySignOutAtom);
  const stay = useSetAtom(stayAtom);
  const unsent = state.phase === 'asking' ? state.unsent : 0;
  return (
    <Dialog
      open={state.phase === 'asking'}
      onClose={stay}
      title={words.unsentTitle}
      actions={
        <>
          <Button needsServer onClick={() => void signOut(true)}>
            {words.unsentLeave}
          </Button>
          <Button kind="primary" onClick={stay}>
            {words.unsentStay}
          </Button>
        </>
      }
    >
      <p>{fill(words.unsentText, { count: unsent })}</p>
    </Dialog>
  );
}
