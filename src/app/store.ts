// The page's Jotai store.
import { createStore } from 'jotai/vanilla';
import { ApiError, sendFirst } from '../api/client.ts';
import { statePortsAtom } from '../state/ports.ts';

export const store = createStore();

/** The user signed out offline: tell the server before any other request. */
const { owner, write } = store.get(statePortsAtom);
if (owner.noted('signOutDue')) {
  sendFirst(async () => {
    await write('logout', { forgetDevice: owner.noted('forgetDeviceDue') }).catch((error: unknown) => {
      // An earlier request arrived, and only its answer was lost.
      if (!(error instanceof ApiError && error.code === 'not_signed_in')) throw error;
    });
    owner.note('signOutDue', false);
    owner.note('forgetDeviceDue', false);
  });
}
