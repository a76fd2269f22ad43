// The transcript, for users who read instead of listening (WCAG 1.2.1); loaded when opened.
import { useAtom, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { messages } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery, type Query } from '../../state/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import styles from './Transcript.module.css';

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
  if (state.status === 'loading') return <RingSkeleton shape="block" height="120px" />;
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

/** The transcript of a track, by its id. */
const known = new Map<string, Query<string>>();

/** Empty when the track no longer has a transcript. Always the same query for one track. */
function transcriptOf(trackId: string): Query<string> {
  const made =
    known.get(trackId) ??
    createQuery<string>({
      key: `getTranscript ${trackId}`,
      tags: ['tracks', `track:${trackId}`],
      load: async (get, _set, signal) =>
        (await get(statePortsAtom).read('getTranscript', { trackId }, { signal })).data.transcript,
      onDrop: () => known.delete(trackId),
    });
  known.set(trackId, made);
  return made;
}
