// The report form. A report that could not be sent stays, with the reason next to the button.
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react';
import { useId, useMemo, useState } from 'react';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import {
  REPORT_CATEGORIES,
  REPORT_TYPES,
  type ReportType,
  URGENT_CATEGORIES,
} from '../../../api/contract/reportCategories.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatDuration } from '../../lib/format.ts';
import { reportMessages as words } from '../../lib/messages/report.ts';
import { fill, messages } from '../../lib/messages.ts';
import { currentTrackAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { type Draft, draftOf, dropDraftAtom, type ReportSending, sendReportAtom } from './atoms.ts';
import styles from './reports.module.css';
import type { Target } from './target.ts';

interface ReportFormProps {
  target: Target;
  /** Null while it is not known, and offline. */
  track: TrackView | null;
  isWaiting: boolean;
  /** Text of the comment, if known. */
  comment: string | null;
  /** Null: nothing was sent. */
  onEnd: (sending: 'sent' | 'kept' | null) => void;
}

export function ReportForm({ target, track, isWaiting, comment, onEnd }: ReportFormProps) {
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
      <ReportedContent
        track={track}
        known={target.known}
        isWaiting={isWaiting && target.known === null}
        quote={quotes[draft.type]}
      />
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

/** The reported content as shown elsewhere: cover, title and name, and the text in question. */
interface ReportedContentProps {
  /** Null while it is not known, and offline. */
  track: TrackView | null;
  known: Target['known'];
  /** True until the server has answered. */
  isWaiting: boolean;
  /** The comment or the description; null for the recording itself, or if the text is not known. */
  quote: string | null;
}

/** A line without words: the card has its height before they are there. */
const NO_WORDS = '\u00a0';

function ReportedContent({ track, known, isWaiting, quote }: ReportedContentProps) {
  const title = (track?.title ?? known?.title) || messages.card.untitled;
  const name = (track?.user.username ?? known?.username) || messages.card.unknownUser;
  return (
    <div className={styles.thing} data-reported={track?.id}>
      <span className={styles.cover}>{track !== null && <TrackCover cover={track.cover} />}</span>
      <div className={styles.thingWords}>
        <p className={styles.thingTitle}>{isWaiting ? NO_WORDS : title}</p>
        <p className={styles.quiet}>{isWaiting ? NO_WORDS : name}</p>
      </div>
      {quote !== null && <blockquote className={styles.quote}>{quote}</blockquote>}
    </div>
  );
}

/** Subject and reason of the report: two groups of radio buttons, as a row or chips. */
interface ChoicesProps {
  draft: Draft;
  /** Possible subjects. */
  possible: readonly ReportType[];
  onChange: (change: Partial<Draft>) => void;
}

function Choices({ draft, possible, onChange }: ChoicesProps) {
  return (
    <>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{words.what}</legend>
        <div className={styles.types}>
          {REPORT_TYPES.map((type) => (
            <label key={type} className={styles.type}>
              <input
                type="radio"
                name="type"
                value={type}
                checked={draft.type === type}
                disabled={!possible.includes(type)}
                onChange={() => onChange({ type })}
              />
              <span>{words.types[type]}</span>
            </label>
          ))}
        </div>
        {!possible.includes('comment') && <p className={styles.quiet}>{words.commentHint}</p>}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{words.category}</legend>
        <div className={styles.categories}>
          {[...REPORT_CATEGORIES, null].map((category) => (
            <label key={category} className={styles.category}>
              <input
                type="radio"
                name="category"
                value={category ?? 'other'}
                checked={draft.category === category}
                onChange={() => onChange({ category })}
              />
              <span>{words.categories[category ?? 'other']}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** "At 3:12": the moment of the report. The user can remove it, and add it while the recording plays. */
interface MomentProps {
  trackId: string;
  /** Whole seconds. */
  at: number | null;
  onChange: (at: number | null) => void;
}

function Moment({ trackId, at, onChange }: MomentProps) {
  const isCurrent = useAtomValue(currentTrackAtom)?.id === trackId;
  const elapsed = Math.floor(useAtomValue(elapsedSecondsAtom));
  if (at !== null)
    return (
      <div className={styles.moment} data-moment={at}>
        <Icon name="clock" size={18} />
        <span>{fill(words.moment, { time: formatDuration(at) })}</span>
        <IconButton label={words.removeMoment} onClick={() => onChange(null)}>
          <Icon name="close" size={18} />
        </IconButton>
      </div>
    );
  if (!isCurrent || elapsed <= 0) return null;
  return (
    <button type="button" className={styles.addMoment} onClick={() => onChange(elapsed)}>
      <Icon name="clock" size={18} />
      {fill(words.addMoment, { time: formatDuration(elapsed) })}
    </button>
  );
}
