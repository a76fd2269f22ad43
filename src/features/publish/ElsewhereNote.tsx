// Said while the form stands: another window has published what it holds.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { publishMessages } from '../../lib/messages/publish.ts';
import { Notice } from '../../ui/Notice.tsx';
import { publishAtom } from './atoms.ts';
import { hearElsewhereAtom, publishedElsewhereAtom } from './elsewhere.ts';
import { shareFileAtom } from './file.ts';

export function ElsewhereNote() {
  const state = useAtomValue(shareFileAtom);
  const isPublished = useAtomValue(publishedElsewhereAtom);
  const isIdle = useAtomValue(publishAtom).phase === 'idle';
  const hear = useSetAtom(hearElsewhereAtom);
  const reference = state.phase === 'ready' ? state.file.reference : null;
  useEffect(() => (reference === null ? undefined : hear(reference)), [hear, reference]);
  // What this window sends is told by the bar.
  return reference !== null && isPublished && isIdle ? (
    <Notice kind="warn">{publishMessages.elsewhere}</Notice>
  ) : null;
}
