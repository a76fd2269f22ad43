// Asks before what cannot be undone: a sentence, where asked for a word typed by hand and the password, and the button.
// What went wrong stands in it and nothing typed is lost.
import { type FormEvent, type ReactNode, useState } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill, languageOf } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import styles from './dialogs.module.css';

export interface ConfirmDialogProps {
  title: string;
  confirm: string;
  children: ReactNode;
  /** The word has to be typed by hand. */
  isTyped?: boolean;
  asksPassword?: boolean;
  /** Answers what went wrong, null when it is done. */
  onConfirm: (password: string) => Promise<string | null>;
  onClose: () => void;
}

const { bulk: words } = adminMessages;

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirm, children, isTyped = false, asksPassword = false, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isReady = (!isTyped || typed.trim() === words.word) && (!asksPassword || password !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isReady) return;
    setBusy(true);
    setFailure(null);
    const wrong = await onConfirm(password);
    setBusy(false);
    if (wrong === null) onClose();
    else setFailure(wrong);
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        {children}
        {isTyped && (
          <Field
            label={fill(words.type, { word: words.word })}
            lang={languageOf(words.word)}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {asksPassword && (
          <Field
            label={words.password}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {failure !== null && (
          <Notice kind="bad">
            <Say text={failure} />
          </Notice>
        )}
        <div className={`${styles.actions} ${styles.stuck}`}>
          <Button onClick={onClose}>{adminMessages.table.cancel}</Button>
          <Button kind="danger" type="submit" busy={busy} disabled={!isReady}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
