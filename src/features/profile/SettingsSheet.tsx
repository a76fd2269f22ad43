// The settings of one's own account (row 23): each takes effect at once and is kept until the server has it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { profileMessages } from '../../lib/messages/profile.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { preferencesAtom, preferencesFailureAtom, refreshPreferencesAtom } from '../../state/preferences.ts';
import { sessionAtom } from '../../state/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SettingSwitches } from './SettingSwitches.tsx';
import styles from './SettingsSheet.module.css';
import { settingRefusalAtom, settingsWaitAtom } from './settings.ts';

const words = profileMessages.settings;

export interface SettingsSheetProps {
  open: boolean;
  onClose: () => void;
  /** Settings of this device alone, passed in by other features. */
  children?: ReactNode;
}

export function SettingsSheet({ open, onClose, children }: SettingsSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.title}
      actions={<Button onClick={onClose}>{messages.shell.close}</Button>}
    >
      <div className={styles.settings}>
        <OfAccount />
        {children !== undefined && (
          <section className={styles.group} aria-label={words.device}>
            <h3 className={styles.title}>{words.device}</h3>
            {children}
          </section>
        )}
      </div>
    </Sheet>
  );
}

function OfAccount() {
  const session = useAtomValue(sessionAtom);
  const preferences = useAtomValue(preferencesAtom);
  const failure = useAtomValue(preferencesFailureAtom);
  const refresh = useSetAtom(refreshPreferencesAtom);
  const refusal = useAtomValue(settingRefusalAtom);
  const waits = useAtomValue(settingsWaitAtom);
  const id = session.status === 'signedIn' ? session.me.id : null;
  const before = useRef(id);
  // A visitor's first action can create an account while the sheet is open.
  useEffect(() => {
    if (before.current !== id) void refresh();
    before.current = id;
  }, [id, refresh]);
  if (session.status === 'visitor') return <p className={styles.quiet}>{words.visitor}</p>;
  if (preferences === null) {
    if (failure === null) return <Skeleton height="280px" radius="card" />;
    return (
      <Notice
        kind="warn"
        action={
          <Button kind="bare" onClick={() => void refresh()}>
            {messages.shell.retry}
          </Button>
        }
      >
        {words.loadFailed}
      </Notice>
    );
  }
  return (
    <>
      {refusal !== null && <Notice kind="bad">{fill(words.failed, { reason: failureText(refusal) })}</Notice>}
      <SettingSwitches preferences={preferences} />
      <p role="status" className={styles.quiet}>
        {waits && <span className={styles.late}>{words.waiting}</span>}
      </p>
    </>
  );
}
