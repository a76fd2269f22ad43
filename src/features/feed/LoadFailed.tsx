// Error state without a stored copy: the reason and a retry button.
import type { ApiErrorCode } from '../../api/client.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';

export interface LoadFailedProps {
  /** Title; recordings by default. */
  what?: string;
  code: ApiErrorCode;
  retrying: boolean;
  /** Of the heading. */
  level?: 1 | 2;
  onRetry: () => void;
}

export function LoadFailed({
  what = messages.feed.loadFailed,
  code,
  retrying,
  level = 2,
  onRetry,
}: LoadFailedProps) {
  const title = code === 'offline' ? messages.feed.offline : what;
  return (
    <StateCard code={code} title={title} level={level}>
      <Button busy={retrying} onClick={onRetry}>
        {messages.shell.retry}
      </Button>
    </StateCard>
  );
}
