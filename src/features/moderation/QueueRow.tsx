// A pending upload in the list: cover with quick preview, details, reasons for review, and who is reviewing it.
import { useAtomValue, useSetAtom } from 'jotai';
import { memo } from 'react';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { formatDuration } from '../../lib/format.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { queueFailuresAtom } from './decisions.ts';
import { Failure } from './Failure.tsx';
import { Flags } from './Flags.tsx';
import { chooseItemAtom, openIdAtom } from './opened.ts';
import { previewFailedAtom, previewingAtom, togglePreviewAtom } from './preview.ts';
import styles from './QueueRow.module.css';

const words = moderationMessages.moderation;

export const QueueRow = memo(function QueueRow({ row }: { row: PendingUploadView }) {
  const isOpen = useAtomValue(openIdAtom) === row.uploadId;
  const open = useSetAtom(chooseItemAtom);
  const failure = useAtomValue(queueFailuresAtom).get(row.uploadId);
  const previewing = useAtomValue(previewingAtom) === row.uploadId;
  const previewFailed = useAtomValue(previewFailedAtom) === row.uploadId;
  const preview = useSetAtom(togglePreviewAtom);
  const claim = row.review?.claim;
  return (
    <li data-upload={row.uploadId}>
      <article className={`${styles.row} ${isOpen ? styles.open : ''}`} aria-label={row.title}>
        <div className={styles.coverBox}>
          <TrackCover cover={row.cover} className={styles.cover} />
          <IconButton
            kind="glass"
            className={styles.listen}
            label={previewing ? words.stopPreview : fill(words.preview, { title: row.title })}
            onClick={() =>
              preview({ uploadId: row.uploadId, url: row.url, samples: row.preview?.spans ?? [] })
            }
          >
            <Icon name={previewing ? 'stop' : 'play'} />
          </IconButton>
          {previewing && <span className={styles.countdown} />}
        </div>
        <button
          type="button"
          className={styles.words}
          aria-current={isOpen || undefined}
          data-opener
          data-open-row={isOpen ? '' : undefined}
          onClick={() => open(row.uploadId)}
        >
          <span className={styles.title}>{row.title}</span>
          <span className={styles.meta}>
            <span>{row.username}</span>
            <span>{formatDuration(row.duration)}</span>
            <span>{relativeTime(row.uploadedAt, Date.now())}</span>
          </span>
          <Flags row={row} isBrief />
          {claim && !claim.isMine && (
            <span className={styles.claim}>{fill(words.claimedBy, { username: claim.username })}</span>
          )}
        </button>
        {failure && <Failure reason={failure} />}
        {previewFailed && (
          <p className={styles.failed} role="alert">
            {words.previewFailed}
          </p>
        )}
      </article>
    </li>
  );
});
