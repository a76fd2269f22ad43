// Signs out of this browser. The account stays and opens again with its password.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useContext } from 'react';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineContext } from '../../ui/online.ts';
import styles from './accounts.module.css';
import { type SignOutState, signOutStateAtom, stayAtom, trySignOutAtom } from './signOut.ts';

const { account: words } = accountMessages;

/** `clearTraces`: a button to clear them, shown in the question. */
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

/** Asked before an account leaves a device that has data of it. Nothing is removed unless the user says so. */
const counted = ({ one, many }: { one: string; many: string }, count: number) =>
  fill(count === 1 ? one : many, { count });

export function SignOutQuestion({ clearTraces }: { clearTraces?: ReactNode }) {
  const state = useAtomValue(signOutStateAtom);
  const signOut = useSetAtom(trySignOutAtom);
  const stay = useSetAtom(stayAtom);
  return (
    <Dialog
      open={state.phase === 'asking'}
      onClose={stay}
      title={words.leaveTitle}
      kind="sheet"
      actions={
        <>
          <Button kind="bare" onClick={stay}>
            {words.leaveStay}
          </Button>
          <Button kind="danger" onClick={() => void signOut('remove')}>
            {words.leaveRemove}
          </Button>
          <Button kind="primary" onClick={() => void signOut('keep')}>
            {words.leaveKeep}
          </Button>
        </>
      }
    >
      {state.phase === 'asking' && <Found {...state} clearTraces={clearTraces} />}
    </Dialog>
  );
}

type FoundProps = Extract<SignOutState, { phase: 'asking' }> & { clearTraces: ReactNode };

function Found({ recordings, unsent, hasTraces, clearTraces }: FoundProps) {
  const isOnline = useContext(OnlineContext);
  return (
    <div className={styles.found}>
      {recordings > 0 && <p>{counted(words.leaveRecordings, recordings)}</p>}
      {unsent > 0 && <p>{counted(words.leaveUnsent, unsent)}</p>}
      {hasTraces && <p>{words.leaveTraces}</p>}
      {hasTraces && clearTraces}
      <p className={styles.text}>{words.leaveKeepText}</p>
      <p className={styles.text}>{words.leaveRemoveText}</p>
      {!isOnline && <p>{words.leaveOffline}</p>}
    </div>
  );
}
