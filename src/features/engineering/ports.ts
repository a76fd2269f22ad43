// Adapters the test pages use; tests replace them.
import { atom } from 'jotai/vanilla';
import { forgetSetting, readSetting, writeSetting } from '../../storage/settings.ts';

export interface EngineeringPorts {
  settings: { read: typeof readSetting; write: typeof writeSetting; forget: typeof forgetSetting };
  /** True in a production build, where actions that change or delete data refuse. */
  isProduction: boolean;
}

export const engineeringPortsAtom = atom<EngineeringPorts>({
  settings: { read: readSetting, write: writeSetting, forget: forgetSetting },
  isProduction: import.meta.env.PROD,
});
