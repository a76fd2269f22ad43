// Warns that another window published the file on this form.
import { useAtomValue, useSetAtom } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { publishMessages } from '../../lib/messages/publish.ts';
import { Notice } from '../../ui/Notice.tsx';
import { publishAtom } from './atoms.ts';
import { shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';

export function PublishedElsewhere() {
  const state = useAtomValue(shareFileAtom);
  const isPublished = useAtomValue(publishedElsewhereAtom);
  const isIdle = useAtomValue(publishAtom).phase === 'idle';
  const watch = useSetAtom(watchElsewhereAtom);
  const reference = state.phase === 'ready' ? state.file.reference : null;
  useEffect(() => (reference === null ? undefined : watch(reference)), [watch, reference]);
  // The bar reports this window's own upload.
  return reference !== null && isPublished && isIdle ? (
    <Notice kind="warn">{publishMessages.elsewhere}</Notice>
  ) : null;
}

const isPublishedAtom = atom(false);
const publishedElsewhereAtom = atom((get) => get(isPublishedAtom));

/** Watches the take or file on this form; returns the stop. */
const watchElsewhereAtom = atom(null, (get, set, reference: string): (() => void) => {
  const { handoff, watchElsewhere } = get(publishPortsAtom);
  set(isPublishedAtom, false);
  return watchElsewhere(handoff.readRecordingData()?.file.data ?? reference, (gone) =>
    set(isPublishedAtom, gone === 'published' || gone === 'publishedFile'),
  );
});
