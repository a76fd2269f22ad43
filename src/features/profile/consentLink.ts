// The link by which whoever is heard in an own recording takes the consent back.
import { atom } from 'jotai/vanilla';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';

export type MadeLink = { token: string } | { failure: FailureCode };

/** `recordingId`: of the track or of the upload that waits. */
export const makeConsentLinkAtom = atom(null, async (get, _set, recordingId: string): Promise<MadeLink> => {
  try {
    return (await get(statePortsAtom).write('createConsentLink', { recordingId })).data;
  } catch (error) {
    return { failure: error instanceof ApiError ? error.code : 'internal' };
  }
});
