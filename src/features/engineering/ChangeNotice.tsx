// Result of an action that changes data.
import { engineeringMessages } from '../../lib/messages/engineering.ts';
import { fill } from '../../lib/messages.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { ChangeResult } from './atoms.ts';

/** `done`: the success message; null when the page itself shows the result. */
export function ChangeNotice({ result, done = null }: { result: ChangeResult | null; done?: string | null }) {
  if (result === null) return null;
  if (result === 'done') return done === null ? null : <Notice kind="good">{done}</Notice>;
  if (result === 'refused') return <Notice kind="bad">{engineeringMessages.refused}</Notice>;
  return <Notice kind="bad">{fill(engineeringMessages.news.failed, { reason: result.failed })}</Notice>;
}
