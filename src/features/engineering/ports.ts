// What the test pages need from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { forgetSetting, readSetting, writeSetting } from '../../storage/settings.ts';

export interface EngineeringPorts {
  settings: { read: typeof readSetting; write: typeof writeSetting; forget: typeof forgetSetting };
  /** A build that people use: what changes or deletes data refuses there. */
  isProduction: boolean;
}

export const engineeringPortsAtom = atom<EngineeringPorts>({
  settings: { read: readSetting, write: writeSetting, forget: forgetSetting },
  isProduction: import.meta.env.PROD,
});
