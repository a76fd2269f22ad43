// The two pages after publishing: "Upload Successful!" goes to the track after three seconds unless the person acts;
// "Checking your upload" says why and about how long.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { publishMessages } from '../../lib/messages/publish.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { configAtom } from '../../state/configuration.ts';
import { dataOf } from '../../state/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Say } from '../../ui/Say.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { metadataNames } from './metadataNames.ts';
import { readReviewNotice, readSuccessNotice } from './outcome.ts';
import { type CheckState, checkAtom, checkPublishedAtom, forgetCheckAtom, type Proof } from './proof.ts';
import styles from './publish.module.css';
import { Row } from './Receipt.tsx';
import { ReceiptFold } from './ReceiptFold.tsx';
import receiptStyles from './receipt.module.css';

const words = publishMessages.receipt;

function ProofPanel({ proof }: { proof: Proof }) {
  const check = useSetAtom(checkPublishedAtom);
  const forget = useSetAtom(forgetCheckAtom);
  const state = useAtomValue(checkAtom);
  const abort = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
      forget();
    },
    [forget],
  );
  const start = () => {
    abort.current = new AbortController();
    void check(proof, abort.current.signal);
  };
  const removed = metadataNames(proof.removed);
  return (
    <ReceiptFold icon="shield" title={words.onServer} line={proof.sent === proof.sha256 ? words.same : ''}>
      <dl className={receiptStyles.list}>
        <Row term={words.fingerprint}>
          <span className={receiptStyles.hash}>{proof.sha256}</span>
        </Row>
      </dl>
      <p className={receiptStyles.quiet}>
        {removed.length > 0
          ? fill(words.serverRemoved, { fields: removed.join(', ') })
          : words.serverRemovedNothing}
      </p>
      <div role="status">
        <Outcome state={state} />
      </div>
      <Button busy={state.phase === 'checking'} onClick={start}>
        {words.check}
      </Button>
    </ReceiptFold>
  );
}

function Outcome({ state }: { state: CheckState }) {
  switch (state.phase) {
    case 'idle':
      return null;
    case 'checking':
      return <p className={receiptStyles.quiet}>{words.checking}</p>;
    case 'same':
      return (
        <p className={receiptStyles.good}>
          <Icon name="check" size={18} />
          {words.checked}
        </p>
      );
    case 'differs':
      return <p>{fill(words.differs, { hash: state.found })}</p>;
    case 'failed':
      return <p>{words.checkFailed}</p>;
  }
}

const REDIRECT_SECONDS = 3;

interface SuccessNoticeProps {
  /** Navigation state, possibly missing. */
  state: unknown;
  onward: (trackId: string | null) => void;
  actions: (trackId: string | null) => ReactNode;
}

export function SuccessNotice({ state, onward, actions }: SuccessNoticeProps) {
  const { title, trackId, cover, proof } = readSuccessNotice(state);
  const left = useCountdown(() => onward(trackId));
  return (
    <section className={styles.notice}>
      <NoticeCover cover={cover} icon="check" share={left === null ? 1 : left / REDIRECT_SECONDS} />
      <h1>{shareMessages.uploadResult.success}</h1>
      {title && <p className={styles.lead}>{title}</p>}
      {left !== null && (
        // Read out once; the countdown is only visual.
        <p className={styles.small}>{fill(publishMessages.result.countdown, { n: left })}</p>
      )}
      <div className={styles.ways}>{actions(trackId)}</div>
      {proof && <ProofPanel proof={proof} />}
    </section>
  );
}

/** Seconds until `done` is called; null after any interaction, and always under reduced motion. */
function useCountdown(done: () => void): number | null {
  const [left, setLeft] = useState<number | null>(() =>
    window.matchMedia('(prefers-reduced-motion: reduce)').matches ? null : REDIRECT_SECONDS,
  );
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return done();
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    const stop = () => setLeft(null);
    const events = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
    for (const event of events) window.addEventListener(event, stop, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, stop);
    };
  }, [left, done]);
  return left;
}

interface ReviewNoticeProps {
  /** Navigation state, possibly missing. */
  state: unknown;
  action: ReactNode;
}

export function ReviewNotice({ state, action }: ReviewNoticeProps) {
  const { title, reasons, estimatedTime, cover, proof } = readReviewNotice(state);
  const config = dataOf(useAtomValue(configAtom));
  const usual: string = shareMessages.uploadResult.reviewing;
  return (
    <section className={styles.notice}>
      <NoticeCover cover={cover} icon="clock" share={1} />
      <h1>{shareMessages.uploadResult.checking}</h1>
      {title && <p className={styles.lead}>{title}</p>}
      <p className={styles.lead}>
        <Say text={usual} />
      </p>
      {reasons
        .filter((reason) => reason !== usual)
        .map((reason) => (
          <p key={reason} className={styles.small} lang="de">
            {reason}
          </p>
        ))}
      <p className={styles.small}>
        {fill(studioMessages.studio.estimate, {
          time: estimatedTime || shareMessages.uploadResult.estimate,
        })}
        {'. '}
        {studioMessages.studio.profileHint}
      </p>
      {config && !config.hasModerators && (
        <p className={styles.small}>{publishMessages.result.noModerator}</p>
      )}
      <div className={styles.ways}>{action}</div>
      {proof && <ProofPanel proof={proof} />}
    </section>
  );
}

interface NoticeCoverProps {
  cover: string | null;
  /** Instead of a missing cover. */
  icon: IconName;
  /** Of the ring around it. */
  share: number;
}

function NoticeCover({ cover, icon, share }: NoticeCoverProps) {
  return (
    <ProgressRing share={share} className={styles.noticeRing}>
      {cover ? <TrackCover cover={cover} className={styles.noticeCover} /> : <Icon name={icon} size={48} />}
    </ProgressRing>
  );
}
