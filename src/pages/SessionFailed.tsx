// The session failed to load. The page says so, instead of asking a signed-in user to sign in or register.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { accountMessages } from '../lib/messages/accounts.ts';
import { messages } from '../lib/messages.ts';
import { loadSessionAtom, type SessionState } from '../state/session.ts';
import { Button } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';

export function SessionFailed({ session }: { session: Extract<SessionState, { status: 'failed' }> }) {
  const ask = useSetAtom(loadSessionAtom);
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await ask();
    setBusy(false);
  };
  return (
    <StateCard code={session.code} title={accountMessages.account.failed} level={1}>
      <Button busy={busy} onClick={() => void again()}>
        {messages.shell.retry}
      </Button>
    </StateCard>
  );
}
