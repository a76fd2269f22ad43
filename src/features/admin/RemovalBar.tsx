// A removal that can be undone for ten seconds, and the outcome of the last one.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Notice } from '../../ui/Notice.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import { heldRemovalsAtom, removalOutcomeAtom, sendRemovalsAtom, undoRemovalAtom } from './removals.ts';
import { CONTENT_LENGTH, cutText } from './reportWords.ts';

const { reports: words } = adminMessages;

export function RemovalBar() {
  const held = useAtomValue(heldRemovalsAtom).findLast(({ isSending }) => !isSending);
  const outcome = useAtomValue(removalOutcomeAtom);
  const send = useSetAtom(sendRemovalsAtom);
  const undo = useSetAtom(undoRemovalAtom);
  useEffect(() => {
    window.addEventListener('pagehide', send);
    return () => window.removeEventListener('pagehide', send);
  }, [send]);
  const what = cutText((held?.about ?? outcome?.report)?.targetTitle ?? '', CONTENT_LENGTH);
  if (held) return <UndoBar key={held.id} text={fill(words.willBeRemoved, { what })} onUndo={undo} />;
  if (outcome === null) return null;
  const { end } = outcome;
  if (end === 'removed') return <Notice kind="good">{fill(words.removed, { what })}</Notice>;
  return (
    <Notice kind="bad">
      {end === 'later'
        ? fill(words.removedLater, { what })
        : fill(words.removalFailed, { what, reason: failureText(end) })}
    </Notice>
  );
}
