// Shown above a list that could not be refreshed: its age and a retry button.
import { failureText, fill, messages } from '../../lib/messages.ts';
import { formatCopyTime } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Stale } from './atoms.ts';

export function StaleLine({ stale, onRetry }: { stale: Stale; onRetry: () => void }) {
  const { copyFrom, code, retrying } = stale;
  const time = copyFrom === null ? '' : formatCopyTime(copyFrom, Date.now());
  return (
    <Notice
      kind="warn"
      action={
        <Button kind="bare" busy={retrying} onClick={onRetry}>
          {messages.shell.retry}
        </Button>
      }
    >
      {code === 'captive_portal' && `${failureText(code)} `}
      {copyFrom !== null
        ? fill(messages.feed.offlineCopy, { time })
        : code === 'offline'
          ? messages.feed.offline
          : messages.feed.refreshFailed}
    </Notice>
  );
}
