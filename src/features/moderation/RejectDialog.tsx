// Why an upload is rejected: a ready reason or own words; its maker will read it.
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { rejectUploadAtom } from './atoms.ts';
import styles from './moderation.module.css';

export interface RejectDialogProps {
  row: PendingUploadView | null;
  onClose: () => void;
}

const DEFAULT_REASON: string = moderationMessages.admin.rejected;
const REASONS: readonly string[] = [DEFAULT_REASON, ...moderationMessages.moderation.reasons];

export function RejectDialog({ row, onClose }: RejectDialogProps) {
  const reject = useSetAtom(rejectUploadAtom);
  const [reason, setReason] = useState(DEFAULT_REASON);
  const [own, setOwn] = useState('');
  useEffect(() => {
    if (row === null) return;
    setReason(DEFAULT_REASON);
    setOwn('');
  }, [row]);
  const send = () => {
    if (!row) return;
    void reject(row.uploadId, own.trim() || reason);
    onClose();
  };
  return (
    <Sheet
      open={row !== null}
      onClose={onClose}
      title={fill(moderationMessages.moderation.rejectTitle, { title: row?.title ?? '' })}
      actions={
        <>
          <Button onClick={onClose}>{messages.card.cancel}</Button>
          <Button kind="danger" onClick={send}>
            {moderationMessages.moderation.reject}
          </Button>
        </>
      }
    >
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>{moderationMessages.moderation.reason}</legend>
        {REASONS.map((each) => (
          <label key={each} className={styles.reason}>
            <input
              type="radio"
              name="reason"
              checked={reason === each && own.trim() === ''}
              onChange={() => {
                setReason(each);
                setOwn('');
              }}
            />
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        label={moderationMessages.moderation.ownReason}
        rows={2}
        maxLength={REASON_MAX_LENGTH}
        value={own}
        count={{ length: own.length, max: REASON_MAX_LENGTH }}
        onChange={(event) => setOwn(event.currentTarget.value)}
      />
    </Sheet>
  );
}
