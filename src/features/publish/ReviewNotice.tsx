// "Checking your upload": what happens now, why, and about how long.
import type { ReactNode } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Say } from '../../ui/Say.tsx';
import { NoticeFace } from './NoticeFace.tsx';
import { readReviewNotice } from './outcome.ts';
import { ProofPanel } from './ProofPanel.tsx';
import styles from './publish.module.css';

export interface ReviewNoticeProps {
  /** Navigation state, possibly missing. */
  state: unknown;
  action: ReactNode;
}

export function ReviewNotice({ state, action }: ReviewNoticeProps) {
  const { title, reasons, estimatedTime, face, proof } = readReviewNotice(state);
  const usual: string = studioMessages.uploadResult.reviewing;
  return (
    <section className={styles.notice}>
      <NoticeFace face={face} />
      <h1>{studioMessages.uploadResult.checking}</h1>
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
          time: estimatedTime || studioMessages.uploadResult.estimate,
        })}
        {'. '}
        {studioMessages.studio.profileHint}
      </p>
      <div className={styles.ways}>{action}</div>
      {proof && <ProofPanel proof={proof} />}
    </section>
  );
}
