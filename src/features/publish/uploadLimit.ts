// The end of an upload limit that the server sent (Retry-After). It holds for all uploads of this person and is stored
// with the waiting upload.
import { useAtomValue } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect, useState } from 'react';
import { waitingUploadsAtom } from '../../state/waitingUploads.ts';
import { uploadOf } from './entry.ts';
import { limitEnd, type PublishFailure } from './failure.ts';

const refusedAtom = atom(0);
/** For an upload that is not stored on this device. */
export const noteLimitAtom = atom(null, (get, set, failure: PublishFailure) => {
  set(refusedAtom, Math.max(get(refusedAtom), limitEnd(failure)));
});

/** Time of the next allowed upload, milliseconds since 1970; in the past or 0 without a limit. */
export const limitEndAtom = atom((get) =>
  Math.max(get(refusedAtom), ...get(waitingUploadsAtom).map((entry) => limitEnd(uploadOf(entry).failure))),
);

/** End of the current limit, or null; follows the clock. */
export function useUploadLimit(): number | null {
  const end = useAtomValue(limitEndAtom);
  const [, rerender] = useState(0);
  useEffect(() => {
    const left = end - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => rerender((count) => count + 1), left + 1);
    return () => clearTimeout(timer);
  }, [end]);
  return end > Date.now() ? end : null;
}
