// The state of a changed setting: still being sent, or refused and reset.
import { atom } from 'jotai/vanilla';
import type { UserUpdates } from '../../../api/contract/accounts.ts';
import type { Actions } from '../../../api/contract/actions.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { refusalsAtom, waitingWritesAtom } from '../../state/outbox.ts';
import { volumeAtom } from '../../state/player.ts';
import { changePreferencesAtom } from '../../state/preferences.ts';
import './writes.ts';

type Body = Actions['updateUser']['body'];
const isSetting = ({ action, body }: { action: string; body: unknown }): boolean =>
  action === 'updateUser' && (body as Body).updates.preferences !== undefined;

/** Why the last change was refused in this visit. */
export const settingRefusalAtom = atom(
  (get): ApiErrorCode | null => get(refusalsAtom).findLast(isSetting)?.code ?? null,
);

/** Whether a change has not reached the server yet. */
export const settingsWaitAtom = atom((get) => get(waitingWritesAtom).some(isSetting));

export const changeSettingAtom = atom(
  null,
  async (get, set, change: NonNullable<UserUpdates['preferences']>): Promise<void> => {
    set(
      refusalsAtom,
      get(refusalsAtom).filter((each) => !isSetting(each)),
    );
    // Applied at once here; otherwise this device's own volume would override the account's.
    if (change.playback?.volume !== undefined) set(volumeAtom, change.playback.volume);
    await set(changePreferencesAtom, change);
  },
);
