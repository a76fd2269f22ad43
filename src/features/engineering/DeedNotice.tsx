// What became of a press that changes data.
import { engineeringMessages } from '../../lib/messages/engineering.ts';
import { fill } from '../../lib/messages.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Deed } from './atoms.ts';

/** `done`: what to say of a success; nothing where the page shows it by itself. */
export function DeedNotice({ deed, done = null }: { deed: Deed | null; done?: string | null }) {
  if (deed === null) return null;
  if (deed === 'done') return done === null ? null : <Notice kind="good">{done}</Notice>;
  if (deed === 'refused') return <Notice kind="bad">{engineeringMessages.refused}</Notice>;
  return <Notice kind="bad">{fill(engineeringMessages.news.failed, { reason: deed.failed })}</Notice>;
}
