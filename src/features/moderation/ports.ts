// What moderation needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { startPreview } from '../../audio/preview.ts';

export interface ModerationPorts {
  startPreview: typeof startPreview;
}

export const moderationPortsAtom = atom<ModerationPorts>({
  startPreview,
});
