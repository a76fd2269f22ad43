// Shown on the profile of a muted or blocked account: why it is empty, and a button to undo.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { blockMessages as words } from '../../lib/messages/blocks.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { hiddenKindAtom, hidePersonAtom } from './atoms.ts';

export function HiddenNote({ userId, username }: { userId: string; username: string }) {
  const kind = useAtomValue(hiddenKindAtom)(userId);
  const hide = useSetAtom(hidePersonAtom);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (kind === null) return null;
  const show = async () => {
    setBusy(true);
    const code = await hide(userId, null);
    setBusy(false);
    setProblem(code === null ? null : fill(words.failed, { reason: failureText(code) }));
  };
  return (
    <Notice
      kind={problem === null ? 'info' : 'bad'}
      action={
        <Button kind="bare" busy={busy} onClick={() => void show()}>
          {kind === 'block' ? words.unblock : words.unmute}
        </Button>
      }
    >
      {problem ?? fill(kind === 'block' ? words.blocked : words.muted, { name: username })}
    </Notice>
  );
}
