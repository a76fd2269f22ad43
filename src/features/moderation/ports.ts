// Adapters of moderation; tests replace them.
import { atom } from 'jotai/vanilla';
import { openMuffled } from '../../audio/muffled.ts';

export interface ModerationPorts {
  openMuffled: typeof openMuffled;
}

export const moderationPortsAtom = atom<ModerationPorts>({
  openMuffled,
});
