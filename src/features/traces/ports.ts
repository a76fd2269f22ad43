// Adapters for clearing traces; tests replace them.
import { atom } from 'jotai/vanilla';
import { clearCopies } from '../../storage/copies.ts';
import { forgetDemoPending } from '../../storage/demoPending.ts';
import { forgetOldBackup } from '../../storage/oldData.ts';
import { forgetSetting, PERSONAL_SETTINGS } from '../../storage/settings.ts';

export interface TracesPorts {
  clearCopies: typeof clearCopies;
  forgetSetting: typeof forgetSetting;
  personalSettings: readonly string[];
  forgetOldBackup: typeof forgetOldBackup;
  forgetDemoPending: typeof forgetDemoPending;
}

export const tracesPortsAtom = atom<TracesPorts>({
  clearCopies,
  forgetSetting,
  personalSettings: PERSONAL_SETTINGS,
  forgetOldBackup,
  forgetDemoPending,
});
