// Said while the form stands: another window has published what it holds.
import { useAtomValue, useSetAtom } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { publishMessages } from '../../lib/messages/publish.ts';
import { Notice } from '../../ui/Notice.tsx';
import { publishAtom } from './atoms.ts';
import { shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';

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

const isPublishedAtom = atom(false);
const publishedElsewhereAtom = atom((get) => get(isPublishedAtom));

/** Begins to hear of it, for the take or file that was cut where there is one; answers the stop. */
const hearElsewhereAtom = atom(null, (get, set, reference: string): (() => void) => {
  const { handoff, hearElsewhere } = get(publishPortsAtom);
  set(isPublishedAtom, false);
  return hearElsewhere(handoff.readRecordingData()?.file.data ?? reference, (gone) =>
    set(isPublishedAtom, gone === 'published' || gone === 'publishedFile'),
  );
});
