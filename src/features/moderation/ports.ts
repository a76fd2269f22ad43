// What moderation needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { call } from '../../api/calls.ts';
import { startPreview } from '../../audio/preview.ts';

export interface ModerationPorts {
  call: typeof call;
  startPreview: typeof startPreview;
  /** Tells the rest of the page that a recording went live (S1 §2). */
  announceApproval: () => void;
}

export const moderationPortsAtom = atom<ModerationPorts>({
  call,
  startPreview,
  announceApproval: () => window.dispatchEvent(new Event('trackApproved')),
});
