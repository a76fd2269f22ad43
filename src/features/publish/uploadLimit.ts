// A limit of uploads that the server named (Retry-After): when it ends, and how that is said. It holds for all uploads of
// this person, and outlives the page with the upload that waits.
import { useAtomValue } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect, useState } from 'react';
import { waitingUploadsAtom } from '../../state/waitingUploads.ts';
import { uploadOf } from './entry.ts';
import { limitEnd, type PublishFailure } from './failure.ts';

const refusedAtom = atom(0);
/** For an upload that this device could not store. */
export const noteLimitAtom = atom(null, (get, set, failure: PublishFailure) => {
  set(refusedAtom, Math.max(get(refusedAtom), limitEnd(failure)));
});

/** When the next upload may go, milliseconds since 1970; in the past, or 0, where nothing holds it. */
export const limitEndAtom = atom((get) =>
  Math.max(get(refusedAtom), ...get(waitingUploadsAtom).map((entry) => limitEnd(uploadOf(entry).failure))),
);

/** The end of a limit that holds now, else null; follows the clock. */
export function useUploadLimit(): number | null {
  const end = useAtomValue(limitEndAtom);
  const [, look] = useState(0);
  useEffect(() => {
    const left = end - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => look((looks) => looks + 1), left + 1);
    return () => clearTimeout(timer);
  }, [end]);
  return end > Date.now() ? end : null;
}
