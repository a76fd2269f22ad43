// Adapters for clearing traces; tests replace them.
import { atom } from 'jotai/vanilla';
import { clearCopies } from '../../storage/copies.ts';
import { forgetDemoPending } from '../../storage/demoPending.ts';
import { forgetOldBackup } from '../../storage/oldData.ts';
import { forgetSetting, PERSONAL_SETTINGS } from '../../storage/settings.ts';

const adapters = {
  clearCopies,
  forgetSetting,
  personalSettings: PERSONAL_SETTINGS as readonly string[],
  forgetOldBackup,
  forgetDemoPending,
};

export type TracesPorts = typeof adapters;
export const tracesPortsAtom = atom<TracesPorts>(adapters);
