// Asked before an account leaves a device that holds something of it. Nothing is removed unless the user says so.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useContext } from 'react';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { OnlineContext } from '../../ui/online.ts';
import styles from './accounts.module.css';
import { type SignOutState, signOutStateAtom, stayAtom, trySignOutAtom } from './signOut.ts';

const { account: words } = accountMessages;

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
