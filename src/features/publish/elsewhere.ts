// What is open on the form was published in another window: publishing it here makes a second one.
import { atom } from 'jotai/vanilla';
import { publishPortsAtom } from './ports.ts';

const isPublishedAtom = atom(false);
export const publishedElsewhereAtom = atom((get) => get(isPublishedAtom));

/** Begins to hear of it, for the take or file that was cut where there is one; answers the stop. */
export const hearElsewhereAtom = atom(null, (get, set, reference: string): (() => void) => {
  const { handoff, hearElsewhere } = get(publishPortsAtom);
  set(isPublishedAtom, false);
  return hearElsewhere(handoff.readRecordingData()?.file.data ?? reference, (gone) =>
    set(isPublishedAtom, gone === 'published' || gone === 'publishedFile'),
  );
});
