// The transcript, for people who read instead of listening (WCAG 1.2.1); loaded when it is opened.
import { useAtom, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Transcript.module.css';
import { transcriptOf } from './transcripts.ts';

export function Transcript({ trackId }: { trackId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.transcript} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="down" size={20} />
        {words.transcript}
      </summary>
      {isOpen && <Said trackId={trackId} />}
    </details>
  );
}

function Said({ trackId }: { trackId: string }) {
  const query = transcriptOf(trackId);
  const [state] = useAtom(query.stateAtom);
  const refresh = useSetAtom(query.refreshAtom);
  if (state.status === 'loading') return <Skeleton height="120px" />;
  if (state.data !== null)
    return <p className={styles.said}>{state.data === '' ? words.transcriptGone : state.data}</p>;
  const again = (
    <Button kind="bare" busy={state.refreshing} onClick={() => void refresh()}>
      {messages.shell.retry}
    </Button>
  );
  return (
    <Notice kind="warn" action={again}>
      {words.transcriptFailed}
    </Notice>
  );
}
