// The demo's simulated upload.
import { atom } from 'jotai/vanilla';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { demoPortsAtom } from './ports.ts';

/** Stores it under the documented session key. */
export const keepPendingAtom = atom(null, (get, _set, title: string) => {
  get(demoPortsAtom).writePending({
    uploadId: `demo_${Date.now()}`,
    title: title.trim() || words.audio,
    status: 'pending',
    reason: words.pendingReason,
    estimatedTime: words.estimate,
  });
});
