// What the visualizer page needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { openVisibleVoice, playVisibly } from '../../audio/visibleSound.ts';

export interface UnicornPorts {
  openVisibleVoice: typeof openVisibleVoice;
  playVisibly: typeof playVisibly;
}

export const unicornPortsAtom = atom<UnicornPorts>({ openVisibleVoice, playVisibly });
