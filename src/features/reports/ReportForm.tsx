// The report as it is written. What could not be sent stays, and says so beside the button.
import { useAtom, useSetAtom } from 'jotai/react';
import { useId, useMemo, useState } from 'react';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { type ReportType, URGENT_CATEGORIES } from '../../../api/contract/reportCategories.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { reportMessages as words } from '../../lib/messages/report.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import { draftOf, dropDraftAtom, type ReportSending, sendReportAtom } from './atoms.ts';
import { Choices } from './Choices.tsx';
import { Moment } from './Moment.tsx';
import { ReportedThing } from './ReportedThing.tsx';
import styles from './reports.module.css';
import type { Target } from './target.ts';

export interface ReportFormProps {
  target: Target;
  /** Null while it is not known, and offline. */
  track: TrackView | null;
  /** Words of the comment, where they are known. */
  comment: string | null;
  /** Null: nothing was sent. */
  onEnd: (sending: 'sent' | 'kept' | null) => void;
}

export function ReportForm({ target, track, comment, onEnd }: ReportFormProps) {
  const [draft, change] = useAtom(useMemo(() => draftOf(target), [target]));
  const send = useSetAtom(sendReportAtom);
  const drop = useSetAtom(dropDraftAtom);
  const [problem, setProblem] = useState<'gone' | 'failed' | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const quotes: Record<ReportType, string | null> = {
    recording: null,
    description: track?.description ?? null,
    comment,
  };
  const possible = (['recording', 'description', 'comment'] as const).filter(
    (type) =>
      type === draft.type ||
      type === 'recording' ||
      (type === 'comment' ? target.commentId !== null : (track?.description ?? '') !== ''),
  );
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const sending = await send(target, draft).catch((): ReportSending => 'failed');
    setBusy(false);
    if (sending === 'gone' || sending === 'failed') return setProblem(sending);
    drop(target);
    onEnd(sending);
  };
  return (
    <form
      className={styles.form}
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <header className={styles.head}>
        <h1 id={`${id}-title`}>{words.title}</h1>
        <p className={styles.quiet}>{words.intro}</p>
      </header>
      <ReportedThing track={track} known={target.known} quote={quotes[draft.type]} />
      <Choices draft={draft} possible={possible} onChange={change} />
      {draft.category !== null && URGENT_CATEGORIES.includes(draft.category) && (
        <Notice kind="info">{words.urgent}</Notice>
      )}
      {draft.type === 'recording' && (
        <Moment trackId={target.trackId} at={draft.at} onChange={(at) => change({ at })} />
      )}
      <div className={styles.reason}>
        <div className={styles.reasonHead}>
          <label htmlFor={`${id}-reason`}>{words.reason}</label>
          <span id={`${id}-count`} className={styles.count} data-count>
            {fill(words.count, { n: draft.reason.length, max: REASON_MAX_LENGTH })}
          </span>
        </div>
        <textarea
          id={`${id}-reason`}
          name="reason"
          rows={4}
          className={styles.input}
          maxLength={REASON_MAX_LENGTH}
          placeholder={words.reasonHint}
          aria-describedby={`${id}-count`}
          value={draft.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      </div>
      <section className={styles.next}>
        <h2 className={styles.legend}>{words.next}</h2>
        <p>{words.nextText}</p>
      </section>
      <div className={styles.bar}>
        {problem !== null && (
          <Notice kind="bad">
            <Say text={problem === 'gone' ? words.gone : words.sendFailed} />
          </Notice>
        )}
        <div className={styles.actions}>
          <Button
            onClick={() => {
              drop(target);
              onEnd(null);
            }}
          >
            {words.cancel}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {words.send}
          </Button>
        </div>
      </div>
    </form>
  );
}
