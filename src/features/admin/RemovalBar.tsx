// A removal that can be undone for ten seconds, and the outcome of the last decision.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import type { ReportView } from '../../../api/contract/reports.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Notice } from '../../ui/Notice.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import {
  decisionOutcomeAtom,
  heldRemovalsAtom,
  type Outcome,
  sendRemovalsAtom,
  undoRemovalAtom,
} from './removals.ts';
import { CONTENT_LENGTH, cutText } from './reportWords.ts';

const { reports: words } = adminMessages;

export function RemovalBar() {
  const held = useAtomValue(heldRemovalsAtom).findLast(({ isSending }) => !isSending);
  const outcome = useAtomValue(decisionOutcomeAtom);
  const send = useSetAtom(sendRemovalsAtom);
  const undo = useSetAtom(undoRemovalAtom);
  useEffect(() => {
    window.addEventListener('pagehide', send);
    return () => window.removeEventListener('pagehide', send);
  }, [send]);
  return (
    <>
      {held && (
        <UndoBar key={held.id} text={fill(words.willBeRemoved, { what: nameOf(held.about) })} onUndo={undo} />
      )}
      {outcome !== null && (
        <Notice kind={isMade(outcome.end) ? 'good' : 'bad'}>
          <OutcomeText {...outcome} />
        </Notice>
      )}
    </>
  );
}

const nameOf = ({ targetTitle }: ReportView) => cutText(targetTitle, CONTENT_LENGTH);
type End = Outcome['end'];
const isMade = (end: End): end is keyof typeof words.ends => end in words.ends;

function OutcomeText({ report, end, settled }: Outcome) {
  const what = nameOf(report);
  if (end === 'later') return fill(words.removedLater, { what });
  if (!isMade(end)) return fill(words.removalFailed, { what, reason: failureText(end) });
  const count = settled === 1 ? words.settled.one : words.settled.many;
  return `${fill(words.ends[end], { what })} ${fill(count, { n: settled })}`;
}
