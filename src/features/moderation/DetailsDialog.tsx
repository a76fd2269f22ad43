// Everything known about one upload, and the whole recording with seeking and speed.
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill, messages } from '../../lib/messages.ts';
import { formatClock, formatDate } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './moderation.module.css';

export interface DetailsDialogProps {
  row: PendingUploadView | null;
  onClose: () => void;
}

export function DetailsDialog({ row, onClose }: DetailsDialogProps) {
  return (
    <Dialog
      open={row !== null}
      onClose={onClose}
      title={row?.title ?? ''}
      actions={<Button onClick={onClose}>{messages.shell.close}</Button>}
    >
      {row && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: what is said here is what is being judged; nobody has written it down */}
          <audio className={styles.audio} controls preload="none" src={row.url} />
          <dl className={styles.facts}>
            {factsOf(row).map(([name, value]) => (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Dialog>
  );
}

function factsOf(row: PendingUploadView): [string, string][] {
  const { facts } = moderationMessages.moderation;
  return [
    [facts.uploader, row.username],
    [facts.uploaded, `${formatDate(row.uploadedAt)}, ${formatClock(row.uploadedAt)}`],
    [facts.length, formatDuration(row.duration)],
    [facts.size, formatBytes(row.size)],
    [facts.type, row.mimeType],
    [
      facts.loudness,
      row.lufs === null
        ? moderationMessages.moderation.silent
        : fill(moderationMessages.moderation.loudness, { n: row.lufs.toFixed(1) }),
    ],
    [facts.category, row.gender],
    [facts.tags, row.tags.join(', ')],
    [facts.reason, row.reason],
    [facts.description, row.description || moderationMessages.moderation.noDescription],
    [facts.transcript, row.transcript || moderationMessages.moderation.noDescription],
  ];
}
