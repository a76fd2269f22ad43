// What was taken down of one's own, why, and the one answer to it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import type { DecisionView } from '../../../api/contract/reports.ts';
import { reportMessages } from '../../lib/messages/report.ts';
import { fill, messages } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { appealAtom, decisionsAtom, retryDecisionsAtom } from './decisions.ts';
import styles from './reports.module.css';

const words = reportMessages.decisions;

export function Decisions() {
  const decisions = useAtomValue(decisionsAtom);
  const retry = useSetAtom(retryDecisionsAtom);
  if (decisions.status === 'failed')
    return (
      <StateCard title={words.failed} level={1}>
        <Button kind="primary" busy={decisions.retrying} onClick={() => void retry()}>
          {messages.shell.retry}
        </Button>
      </StateCard>
    );
  if (decisions.status === 'ready' && decisions.rows.length === 0)
    return <StateCard title={words.empty} level={1} />;
  return (
    <div className={styles.decisions}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <p className={styles.quiet}>{words.intro}</p>
      </header>
      {decisions.status === 'loading' ? (
        <Skeleton height="180px" radius="card" />
      ) : (
        decisions.rows.map((decision) => <Decision key={decision.id} decision={decision} />)
      )}
    </div>
  );
}

function Decision({ decision }: { decision: DecisionView }) {
  const { type, words: said, trackTitle, category, reason, decidedAt, appeal } = decision;
  const isTitle = type === 'recording';
  return (
    <article className={styles.decision} data-decision={decision.id}>
      <header>
        <h2>{words.types[type]}</h2>
        <p className={styles.quiet}>
          {!isTitle && trackTitle !== '' && `${fill(words.of, { title: trackTitle })} · `}
          <time dateTime={decidedAt}>{relativeTime(decidedAt, Date.now())}</time>
        </p>
      </header>
      {said !== '' && <blockquote className={styles.quote}>{said}</blockquote>}
      <p>{reason || (category === null ? words.noReason : reportMessages.categories[category])}</p>
      {appeal === null ? (
        <Appeal decisionId={decision.id} />
      ) : (
        <div>
          <p className={styles.quiet}>{words.answered}</p>
          <p>{appeal}</p>
          {decision.appealOutcome !== null && (
            <>
              <p className={styles.quiet}>{words.reply[decision.appealOutcome]}</p>
              <p>{decision.appealAnswer}</p>
            </>
          )}
        </div>
      )}
    </article>
  );
}

function Appeal({ decisionId }: { decisionId: string }) {
  const send = useSetAtom(appealAtom);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const submit = async () => {
    if (busy || text.trim() === '') return;
    setBusy(true);
    setFailed(!(await send(decisionId, text)));
    setBusy(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextArea
        label={words.answer}
        value={text}
        maxLength={REASON_MAX_LENGTH}
        required
        error={failed ? words.sendFailed : null}
        count={{ length: text.length, max: REASON_MAX_LENGTH }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <OfflineNote />
      <Button type="submit" needsServer busy={busy}>
        {words.send}
      </Button>
    </form>
  );
}
