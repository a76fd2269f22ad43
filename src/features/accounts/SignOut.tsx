// Leaving this browser. The account stays, and opens again with its password.
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SignOutQuestion } from './SignOutQuestion.tsx';
import { signOutStateAtom, trySignOutAtom } from './signOut.ts';

const { account: words } = accountMessages;

/** `clearTraces`: a way to clear them, for the question. */
export function SignOut({ clearTraces }: { clearTraces?: ReactNode }) {
  const state = useAtomValue(signOutStateAtom);
  const signOut = useSetAtom(trySignOutAtom);
  return (
    <>
      {state.phase === 'failed' && (
        <Notice kind="bad">
          {state.code === 'not_removed'
            ? words.removeFailed
            : fill(words.signOutFailed, { reason: failureText(state.code) })}
        </Notice>
      )}
      <Button wide busy={state.phase === 'sending'} onClick={() => void signOut()}>
        {words.signOut}
      </Button>
      <SignOutQuestion clearTraces={clearTraces} />
    </>
  );
}
