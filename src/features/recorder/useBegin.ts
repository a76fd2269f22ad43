// Starting from a page: asks first, and forgets the wish when the page was left meanwhile.
import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { type StartRequest, startRecordingAtom } from './start.ts';

/** Stable as long as `allow` is. */
export function useBegin(allow: () => Promise<boolean>): (request?: StartRequest) => Promise<void> {
  const start = useSetAtom(startRecordingAtom);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(
    async (request) => {
      if ((await allow()) && here.current) await start(request);
    },
    [allow, start],
  );
}
