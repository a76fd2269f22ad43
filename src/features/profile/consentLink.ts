// The link with which people in the user's recording can withdraw their consent.
import { atom } from 'jotai/vanilla';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';

export type MadeLink = { token: string } | { failure: FailureCode };

/** `recordingId`: id of the track or of the waiting upload. */
export const makeConsentLinkAtom = atom(null, async (get, _set, recordingId: string): Promise<MadeLink> => {
  try {
    return (await get(statePortsAtom).write('createConsentLink', { recordingId })).data;
  } catch (error) {
    return { failure: error instanceof ApiError ? error.code : 'internal' };
  }
});
