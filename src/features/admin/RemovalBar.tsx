// A removal that can be undone for ten seconds, and what came of the last one.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Notice } from '../../ui/Notice.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import {
  heldRemovalAtom,
  REMOVAL_UNDO_MS,
  removalOutcomeAtom,
  sendRemovalAtom,
  undoRemovalAtom,
} from './removals.ts';
import { CONTENT_LENGTH, cutText } from './reportWords.ts';

const { reports: words } = adminMessages;

export function RemovalBar() {
  const held = useAtomValue(heldRemovalAtom);
  const outcome = useAtomValue(removalOutcomeAtom);
  const send = useSetAtom(sendRemovalAtom);
  const undo = useSetAtom(undoRemovalAtom);
  useEffect(() => {
    const leave = () => void send(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      void send();
    };
  }, [send]);
  const what = cutText((held ?? outcome)?.report.targetTitle ?? '', CONTENT_LENGTH);
  if (held !== null)
    return (
      <UndoBar
        key={held.key}
        text={fill(words.willBeRemoved, { what })}
        durationMs={REMOVAL_UNDO_MS}
        onUndo={undo}
        onExpire={() => void send()}
      />
    );
  if (outcome === null) return null;
  return (
    <Notice kind={outcome.code === null ? 'good' : 'bad'}>
      {outcome.code === null
        ? fill(words.removed, { what })
        : fill(words.removalFailed, { what, reason: failureText(outcome.code) })}
    </Notice>
  );
}
