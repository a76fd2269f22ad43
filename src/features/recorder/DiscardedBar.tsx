// Something was thrown away; for 8 s it can be brought back.
import { useAtomValue, useSetAtom } from 'jotai';
import { languageOf } from '../../lib/messages.ts';
import { UndoBar } from '../../ui/UndoBar.tsx';
import { discardedTakeAtom, forgetDiscardedAtom, undoDiscardAtom } from './discard.ts';

export function DiscardedBar({ text }: { text: string }) {
  const discarded = useAtomValue(discardedTakeAtom);
  const undo = useSetAtom(undoDiscardAtom);
  const forget = useSetAtom(forgetDiscardedAtom);
  if (discarded === null) return null;
  const language = languageOf(text);
  return (
    <UndoBar
      key={discarded}
      text={text}
      {...(language ? { lang: language } : {})}
      onUndo={() => void undo()}
      onExpire={() => void forget()}
    />
  );
}
