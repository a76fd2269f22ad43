// Adapters the visualiser uses; tests replace them.
import { atom } from 'jotai/vanilla';
import { openVisibleVoice, playVisibly } from '../../audio/visibleSound.ts';

export interface UnicornPorts {
  openVisibleVoice: typeof openVisibleVoice;
  playVisibly: typeof playVisibly;
}

export const unicornPortsAtom = atom<UnicornPorts>({ openVisibleVoice, playVisibly });
