// Offers to restore the last discarded take or file for 8 s.
import { useAtomValue, useSetAtom } from 'jotai';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { languageOf } from '../../lib/messages.ts';
import { UndoBar } from '../../ui/UndoBar.tsx';
import { discardedAtom, forgetDiscardedAtom, undoDiscardAtom } from './discard.ts';

/** `take`: the sentence for a discarded take; files always have the same sentence. */
export function DiscardedBar({ take }: { take: string }) {
  const discarded = useAtomValue(discardedAtom);
  const undo = useSetAtom(undoDiscardAtom);
  const forget = useSetAtom(forgetDiscardedAtom);
  if (discarded === null) return null;
  const text = discarded.kind === 'file' ? recorderMessages.drafts.fileRemoved : take;
  const language = languageOf(text);
  return (
    <UndoBar
      key={discarded.id}
      text={text}
      {...(language ? { lang: language } : {})}
      onUndo={() => void undo()}
      onExpire={() => void forget()}
    />
  );
}
