// Account deletion: planned with a date, cancelled until then, or done at once.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type FormEvent, useState } from 'react';
import { RETENTION } from '../../../api/contract/retention.ts';
import { ownDataMessages } from '../../lib/messages/ownData.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { plannedErasureAtom } from '../../state/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { decideDeletionAtom } from './deletion.ts';
import styles from './ownData.module.css';

const words = ownDataMessages.deletion;
const DAY_MS = 24 * 3600 * 1000;

export function DeletionPanel({ isGuest }: { isGuest: boolean }) {
  const planned = useAtomValue(plannedErasureAtom);
  const decide = useSetAtom(decideDeletionAtom);
  const [asks, setAsks] = useState<'planDeletion' | 'deleteAccount' | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ kind: 'good' | 'bad'; text: string } | null>(null);
  const keep = async () => {
    setBusy(true);
    const code = await decide('keepAccount', '');
    setBusy(false);
    setSaid(
      code === null
        ? { kind: 'good', text: words.kept }
        : { kind: 'bad', text: fill(words.failed, { reason: failureText(code) }) },
    );
  };
  return (
    <section className={styles.group} aria-labelledby="deletion">
      <h2 id="deletion" className={styles.subtitle}>
        {words.title}
      </h2>
      {said && <Notice kind={said.kind}>{said.text}</Notice>}
      {planned === null ? (
        <>
          <p className={styles.quiet}>{fill(words.text, { days: RETENTION.deletionDays })}</p>
          <Button kind="danger" needsServer onClick={() => setAsks('planDeletion')}>
            {words.start}
          </Button>
        </>
      ) : (
        <>
          <Notice kind="warn">{fill(words.planned, { date: formatDate(planned) })}</Notice>
          <p className={styles.quiet}>{words.plannedText}</p>
          <div className={styles.ways}>
            <Button kind="primary" needsServer busy={busy} onClick={() => void keep()}>
              {words.keep}
            </Button>
            <Button kind="danger" needsServer onClick={() => setAsks('deleteAccount')}>
              {words.now}
            </Button>
          </div>
        </>
      )}
      {asks !== null && (
        <Question
          action={asks}
          isGuest={isGuest}
          onClose={(done) => {
            setAsks(null);
            if (done) setSaid(null);
          }}
        />
      )}
    </section>
  );
}

interface QuestionProps {
  action: 'planDeletion' | 'deleteAccount';
  isGuest: boolean;
  onClose: (done: boolean) => void;
}

function Question({ action, isGuest, onClose }: QuestionProps) {
  const decide = useSetAtom(decideDeletionAtom);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isNow = action === 'deleteAccount';
  const date = formatDate(new Date(Date.now() + RETENTION.deletionDays * DAY_MS));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || (!isGuest && password === '')) return;
    setBusy(true);
    const code = await decide(action, password);
    setBusy(false);
    if (code === null) return onClose(true);
    setProblem(
      code === 'wrong_credentials' ? words.wrongPassword : fill(words.failed, { reason: failureText(code) }),
    );
  };
  return (
    <Sheet
      open
      onClose={() => onClose(false)}
      title={isNow ? words.nowQuestion : words.question}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{words.cancel}</Button>
          <Button
            kind="danger"
            type="submit"
            form="deletion-form"
            needsServer
            busy={busy}
            disabled={!isGuest && password === ''}
          >
            {isNow ? words.nowConfirm : fill(words.confirm, { date })}
          </Button>
        </>
      }
    >
      <form id="deletion-form" className={styles.group} onSubmit={(event) => void submit(event)}>
        <p>{isNow ? words.nowText : fill(words.questionText, { date })}</p>
        {isGuest && !isNow && <p className={styles.quiet}>{words.guestText}</p>}
        {!isGuest && (
          <Field
            label={words.password}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            error={problem}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setProblem(null);
            }}
          />
        )}
        <OfflineNote />
        {isGuest && problem !== null && <Notice kind="bad">{problem}</Notice>}
      </form>
    </Sheet>
  );
}
