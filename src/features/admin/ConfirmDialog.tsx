// Confirms an action that cannot be undone. Can ask for a reason, a typed word and the password. Shows failures and keeps
// the input.
import { useAtomValue } from 'jotai/react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill, languageOf } from '../../lib/messages.ts';
import { rulesAtom } from '../../state/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { RuleChoice } from '../../ui/RuleChoice.tsx';
import { Say } from '../../ui/Say.tsx';
import styles from './dialogs.module.css';

/** Input; empty where it was not asked for. */
interface Given {
  password: string;
  reason: string;
  ruleId: string;
}

export interface ConfirmDialogProps {
  title: string;
  confirm: string;
  children: ReactNode;
  /** Requires typing the word. */
  isTyped?: boolean;
  asksPassword?: boolean;
  /** `danger` when left out. */
  kind?: 'danger' | 'primary';
  /** Asks for an optional reason, sent to this person. */
  reasonFor?: string;
  /** Requires the rule that the content breaks. */
  asksRule?: boolean;
  /** Requires a reason for the audit log. */
  asksLogReason?: boolean;
  /** Returns what went wrong, or null on success. */
  onConfirm: (given: Given) => Promise<string | null>;
  onClose: () => void;
}

const { bulk: words } = adminMessages;

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    confirm,
    children,
    isTyped = false,
    asksPassword = false,
    kind = 'danger',
    reasonFor,
    asksRule = false,
    asksLogReason = false,
    onConfirm,
    onClose,
  } = props;
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [reason, setReason] = useState('');
  const [ruleId, setRuleId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useId();
  const isReady =
    (!isTyped || typed.trim() === words.word) &&
    (!asksPassword || password !== '') &&
    (!asksRule || ruleId !== null) &&
    (!asksLogReason || reason.trim() !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isReady) return;
    setBusy(true);
    setFailure(null);
    const wrong = await onConfirm({ password, reason: reason.trim(), ruleId: ruleId ?? '' });
    setBusy(false);
    if (wrong === null) onClose();
    else setFailure(wrong);
  };
  const reasonField = (reasonFor !== undefined || asksLogReason) && (
    <TextArea
      label={
        reasonFor === undefined
          ? adminMessages.table.logReason
          : fill(adminMessages.table.reasonFor, { name: reasonFor })
      }
      hint={asksLogReason ? adminMessages.table.logReasonHint : adminMessages.table.reasonHint}
      rows={2}
      value={reason}
      maxLength={REASON_MAX_LENGTH}
      count={{ length: reason.length, max: REASON_MAX_LENGTH }}
      onChange={(event) => setReason(event.target.value)}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{adminMessages.table.cancel}</Button>
          <Button kind={kind} type="submit" form={form} needsServer busy={busy} disabled={!isReady}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        <OfflineNote />
        {children}
        {asksRule ? (
          <AskedRule value={ruleId} onChoose={setRuleId}>
            {reasonField}
          </AskedRule>
        ) : (
          reasonField
        )}
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
      </form>
    </Dialog>
  );
}

/** Loads the rules, then shows them and `children`, which would otherwise take the focus from above the rules. */
function AskedRule({
  value,
  onChoose,
  children,
}: {
  value: string | null;
  onChoose: (ruleId: string) => void;
  children: ReactNode;
}) {
  const rules = useAtomValue(rulesAtom);
  return (
    rules && (
      <>
        <RuleChoice rules={rules} legend={adminMessages.reports.rule} value={value} onChoose={onChoose} />
        {children}
      </>
    )
  );
}
