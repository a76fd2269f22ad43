// One waiting upload: its face, what it is, why it waits, and the two decisions.
import { useAtomValue, useSetAtom } from 'jotai';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Say } from '../../ui/Say.tsx';
import { TrackFace } from '../../ui/TrackFace.tsx';
import { approveUploadAtom, queueDecisionsAtom } from './atoms.ts';
import { flagTexts } from './flags.ts';
import styles from './moderation.module.css';
import { previewFailedAtom, previewingAtom, togglePreviewAtom } from './preview.ts';

export interface QueueRowProps {
  row: PendingUploadView;
  onDetails: () => void;
  onReject: () => void;
}

const FAILURE_TEXT = {
  approve: moderationMessages.admin.approveFailed,
  reject: moderationMessages.moderation.rejectFailed,
  missing: moderationMessages.admin.uploadMissing,
  changed: failureText('version_changed'),
} as const;

export function QueueRow({ row, onDetails, onReject }: QueueRowProps) {
  const decision = useAtomValue(queueDecisionsAtom).get(row.uploadId);
  const previewing = useAtomValue(previewingAtom) === row.uploadId;
  const previewFailed = useAtomValue(previewFailedAtom) === row.uploadId;
  const preview = useSetAtom(togglePreviewAtom);
  const approve = useSetAtom(approveUploadAtom);
  const sending = decision?.phase === 'sending';
  const flags = flagTexts(row);
  return (
    <article className={styles.row} aria-label={row.title}>
      <div className={styles.faceBox}>
        <TrackFace face={row.face} className={styles.face} />
        <IconButton
          kind="glass"
          className={styles.listen}
          label={
            previewing
              ? moderationMessages.moderation.stopPreview
              : fill(moderationMessages.moderation.preview, { title: row.title })
          }
          onClick={() => preview(row.uploadId, row.url)}
        >
          <Icon name={previewing ? 'stop' : 'play'} />
        </IconButton>
        {previewing && <span className={styles.countdown} />}
      </div>
      <div className={styles.words}>
        <h2 className={styles.rowTitle}>{row.title}</h2>
        <p className={styles.meta}>
          <span>{row.username}</span>
          <span>{formatDuration(row.duration)}</span>
          <span>{formatBytes(row.size)}</span>
          <span>{studioMessages.studio.who[row.gender === 'Mixed' ? 'Diverse' : row.gender]}</span>
          <span>{relativeTime(row.uploadedAt, Date.now())}</span>
        </p>
        {flags.length > 0 && (
          <ul className={styles.flags}>
            {flags.map((flag) => (
              <li key={flag} className={styles.flag}>
                <Icon name="flag" size={14} />
                {flag}
              </li>
            ))}
          </ul>
        )}
        {decision?.phase === 'failed' && (
          <p className={styles.failed} role="alert">
            <Say text={FAILURE_TEXT[decision.reason]} />
          </p>
        )}
        {decision?.phase === 'failed' && decision.reason === 'changed' && (
          <>
            <p className={styles.fresh}>{row.description || moderationMessages.moderation.noDescription}</p>
            <p className={styles.meta}>{row.tags.join(', ')}</p>
          </>
        )}
        {previewFailed && (
          <p className={styles.failed} role="alert">
            {moderationMessages.moderation.previewFailed}
          </p>
        )}
      </div>
      <div className={styles.decisions}>
        <IconButton label={moderationMessages.moderation.details} disabled={sending} onClick={onDetails}>
          <Icon name="more" />
        </IconButton>
        <Button disabled={sending} onClick={onReject}>
          {moderationMessages.moderation.reject}
        </Button>
        <Button
          kind="quiet"
          className={styles.approve}
          busy={sending}
          icon={<Icon name="check" size={18} />}
          onClick={() => void approve(row.uploadId)}
        >
          {moderationMessages.moderation.approve}
        </Button>
      </div>
    </article>
  );
}
