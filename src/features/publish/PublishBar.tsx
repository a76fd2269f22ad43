// The action of the form, at the bottom: what is missing, the progress of the upload, and errors.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { replaceMessages } from '../../lib/messages/replace.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { ticketAtom } from '../../state/ticket.ts';
import { waitingUploadsAtom } from '../../state/waitingUploads.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Say } from '../../ui/Say.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import {
  alreadyPreparingAtom,
  canPublishAtom,
  pausePublishAtom,
  publishAfterLimitAtom,
  publishAtom,
  publishNowAtom,
} from './atoms.ts';
import { limitEnd } from './failure.ts';
import { shareCoverAtom } from './file.ts';
import { missingAtom, showField } from './formProblems.ts';
import { uploadOnFormAtom } from './outbox.ts';
import styles from './publish.module.css';
import { replacedAtom } from './replacing.ts';
import { limitSentence, publishSentence, refusedField } from './sentences.ts';
import { useUploadLimit } from './uploadLimit.ts';

export function PublishBar() {
  const state = useAtomValue(publishAtom);
  const can = useAtomValue(canPublishAtom);
  const isReplacing = useAtomValue(replacedAtom) !== null;
  const missing = useAtomValue(missingAtom);
  const field = missing?.field ?? null;
  const cover = useAtomValue(shareCoverAtom);
  const publish = useSetAtom(publishNowAtom);
  const pause = useSetAtom(pausePublishAtom);
  const onForm = useAtomValue(uploadOnFormAtom);
  const limit = useUploadLimit();
  const isSaved = useAtomValue(waitingUploadsAtom).some(({ id }) => id === onForm);
  const publishAfterLimit = useSetAtom(publishAfterLimitAtom);
  useEffect(() => {
    if (limit === null) void publishAfterLimit();
  }, [limit, publishAfterLimit]);
  const isOver = state.phase === 'failed' && limitEnd(state.failure) > 0;
  const sending = state.phase === 'sending';
  const busy = sending || state.phase === 'preparing';
  const share = sending && state.totalBytes > 0 ? state.sentBytes / state.totalBytes : 0;
  return (
    <ActionBar className={styles.bar}>
      {limit !== null && (
        <Notice kind="warn">
          <Say {...limitSentence(limit, Date.now())} />
          {isOver && isSaved && ` ${publishMessages.limits.reached.saved}`}
        </Notice>
      )}
      {state.phase === 'failed' && !isOver && !refusedField(state.failure) && (
        <Notice kind="bad">
          <Say {...publishSentence(state.failure)} />
        </Notice>
      )}
      <div className={styles.doing}>
        {sending && (
          <ProgressRing share={share} size={48}>
            {cover ? <TrackCover cover={cover} className={styles.sendingCover} /> : ''}
          </ProgressRing>
        )}
        <p role="status">
          <Doing />
        </p>
        {field !== null && (
          <button type="button" className={styles.showField} onClick={() => showField(field)}>
            {publishMessages.missing.show}
          </button>
        )}
      </div>
      <div className={styles.barButtons}>
        {busy && (
          <Button kind="bare" onClick={() => void pause()}>
            {publishMessages.sending.pause}
          </Button>
        )}
        <Button
          kind="primary"
          wide
          busy={sending}
          disabled={(!can || limit !== null) && !sending}
          onClick={() => void publish()}
        >
          {state.phase === 'paused'
            ? publishMessages.outbox.carryOn
            : isReplacing
              ? replaceMessages.send
              : shareMessages.share.publish}
        </Button>
      </div>
    </ActionBar>
  );
}

function Doing() {
  const state = useAtomValue(publishAtom);
  const ticket = useAtomValue(ticketAtom);
  const missing = useAtomValue(missingAtom);
  const already = useAtomValue(alreadyPreparingAtom);
  const isOnline = useAtomValue(isOnlineAtom);
  const isReplacing = useAtomValue(replacedAtom) !== null;
  if (already) return shareMessages.pow.inProgress;
  if (missing) return missing.text;
  switch (state.phase) {
    case 'preparing':
      return studioMessages.studio.preparing;
    case 'sending':
      if (!isOnline) return publishMessages.sending.offline;
      if (state.totalBytes > 0 && state.sentBytes >= state.totalBytes)
        return publishMessages.sending.checking;
      return fill(studioMessages.studio.sending, {
        sent: formatBytes(state.sentBytes),
        total: formatBytes(state.totalBytes),
      });
    case 'paused':
      return publishMessages.outbox.paused;
    case 'idle':
      if (!isOnline) return publishMessages.sending.offlineYet;
      if (ticket.phase === 'ready')
        return isReplacing ? replaceMessages.ready : studioMessages.studio.ticketReady;
      return ticket.phase === 'hashing' || ticket.phase === 'solving'
        ? studioMessages.studio.ticketWorking
        : '';
    default:
      return '';
  }
}
