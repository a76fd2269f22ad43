// The text of an appeal. A failure keeps it.
import { useState } from 'react';
import { REASON_MAX_LENGTH } from '../../api/contract/limits.ts';
import { statementMessages as words } from '../lib/messages/statement.ts';
import { Button } from './Button.tsx';
import { TextArea } from './Field.tsx';
import { OfflineNote } from './OfflineNote.tsx';
import styles from './Statement.module.css';

export interface AppealFormProps {
  /** Answers whether the server accepted it. */
  onSend: (text: string) => Promise<boolean>;
}

/** A button that opens the form. */
export function AppealForm({ onSend }: AppealFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{words.appeal}</Button>;
  const submit = async () => {
    if (busy || text.trim() === '') return;
    setBusy(true);
    setFailed(!(await onSend(text.trim())));
    setBusy(false);
  };
  return (
    <form
      className={styles.appeal}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextArea
        label={words.appealLabel}
        value={text}
        maxLength={REASON_MAX_LENGTH}
        required
        autoFocus
        error={failed ? words.sendFailed : null}
        count={{ length: text.length, max: REASON_MAX_LENGTH }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <OfflineNote />
      <div className={styles.actions}>
        <Button kind="bare" onClick={() => setOpen(false)}>
          {words.cancel}
        </Button>
        <Button type="submit" needsServer busy={busy}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}
