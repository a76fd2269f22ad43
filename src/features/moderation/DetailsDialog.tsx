// All details of an upload.
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { formatBytes, formatDuration, formatLevel } from '../../lib/format.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill, messages } from '../../lib/messages.ts';
import { formatMoment } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { flagTexts } from './Flags.tsx';
import styles from './ItemView.module.css';

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
        <dl className={styles.facts}>
          {factsOf(row).map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

function factsOf(row: PendingUploadView): [string, string][] {
  const { facts, silent, loudness, noDescription, unflagged } = moderationMessages.moderation;
  return [
    [facts.uploader, row.username],
    [facts.uploaded, formatMoment(row.uploadedAt)],
    [facts.length, formatDuration(row.duration)],
    [facts.size, formatBytes(row.size)],
    [facts.type, row.mimeType],
    [facts.loudness, row.lufs === null ? silent : fill(loudness, { n: formatLevel(row.lufs, 1) })],
    [facts.category, row.gender],
    [facts.tags, row.tags.join(', ')],
    // Not `row.reason`, which is the text for its owner.
    [facts.reason, flagTexts(row).join(', ') || unflagged],
    [facts.description, row.description || noDescription],
    [facts.transcript, row.transcript || noDescription],
  ];
}
