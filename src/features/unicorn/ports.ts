// Adapters the visualiser uses; tests replace them.
import { atom } from 'jotai/vanilla';
import { openVisibleVoice, playVisibly } from '../../audio/visibleSound.ts';

const adapters = { openVisibleVoice, playVisibly };

export type UnicornPorts = typeof adapters;
export const unicornPortsAtom = atom<UnicornPorts>(adapters);
