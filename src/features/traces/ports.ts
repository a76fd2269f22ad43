// What clearing traces needs from outside.
import { atom } from 'jotai/vanilla';
import { clearCopies } from '../../storage/copies.ts';
import { forgetSetting } from '../../storage/settings.ts';

export interface TracesPorts {
  clearCopies: typeof clearCopies;
  forgetSetting: typeof forgetSetting;
}

export const tracesPortsAtom = atom<TracesPorts>({ clearCopies, forgetSetting });
