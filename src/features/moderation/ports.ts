// What moderation needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { read, write } from '../../api/calls.ts';
import { startPreview } from '../../audio/preview.ts';

export interface ModerationPorts {
  read: typeof read;
  write: typeof write;
  startPreview: typeof startPreview;
  /** Tells the rest of the page that a recording went live (S1 §2). */
  announceApproval: () => void;
}

export const moderationPortsAtom = atom<ModerationPorts>({
  read,
  write,
  startPreview,
  announceApproval: () => window.dispatchEvent(new Event('trackApproved')),
});
