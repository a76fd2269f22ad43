// The one action of the form, by the thumb: what is still going on, bytes as they leave, and what went wrong.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatBytes } from '../../lib/format.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import {
  alreadyPreparingAtom,
  cancelPublishAtom,
  canPublishAtom,
  publishAtom,
  publishNowAtom,
} from './atoms.ts';
import { publishSentence } from './failures.ts';
import { shareFileAtom } from './file.ts';
import styles from './publish.module.css';
import { ticketAtom } from './ticket.ts';

export function PublishBar() {
  const state = useAtomValue(publishAtom);
  const ticket = useAtomValue(ticketAtom);
  const hasFile = useAtomValue(shareFileAtom).phase === 'ready';
  const can = useAtomValue(canPublishAtom);
  const already = useAtomValue(alreadyPreparingAtom);
  const publish = useSetAtom(publishNowAtom);
  const cancel = useSetAtom(cancelPublishAtom);
  const sending = state.phase === 'sending';
  const share = sending && state.totalBytes > 0 ? state.sentBytes / state.totalBytes : 0;
  return (
    <ActionBar progress={sending ? share : null}>
      {state.phase === 'failed' && (
        <Notice kind="bad">
          <Say {...publishSentence(state.failure)} />
        </Notice>
      )}
      <p className={styles.doing} role="status">
        {already && studioMessages.pow.inProgress}
        {!already && state.phase === 'preparing' && studioMessages.studio.preparing}
        {sending &&
          fill(studioMessages.studio.sending, {
            sent: formatBytes(state.sentBytes),
            total: formatBytes(state.totalBytes),
          })}
        {state.phase === 'idle' && hasFile && ticketText(ticket.phase)}
      </p>
      <div className={styles.barButtons}>
        {(sending || state.phase === 'preparing') && (
          <Button kind="bare" onClick={cancel}>
            {studioMessages.studio.cancelSending}
          </Button>
        )}
        <Button kind="primary" wide busy={sending} disabled={!can && !sending} onClick={() => void publish()}>
          {studioMessages.share.publish}
        </Button>
      </div>
    </ActionBar>
  );
}

function ticketText(phase: string): string {
  if (phase === 'ready') return studioMessages.studio.ticketReady;
  return phase === 'hashing' || phase === 'solving' ? studioMessages.studio.ticketWorking : '';
}
