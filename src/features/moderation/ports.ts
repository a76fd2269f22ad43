// What moderation needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { openMuffled } from '../../audio/muffled.ts';

export interface ModerationPorts {
  openMuffled: typeof openMuffled;
}

export const moderationPortsAtom = atom<ModerationPorts>({
  openMuffled,
});
