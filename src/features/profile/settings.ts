// What became of a switch: on its way, or refused and therefore back where it was.
import { atom } from 'jotai/vanilla';
import type { Actions, UserUpdates } from '../../../api/contract/actions.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { refusalsAtom, waitingWritesAtom } from '../../state/outbox.ts';
import { volumeAtom } from '../../state/player.ts';
import { changePreferencesAtom } from '../../state/preferences.ts';
import './writes.ts';

type Body = Actions['updateUser']['body'];
const isSetting = ({ action, body }: { action: string; body: unknown }): boolean =>
  action === 'updateUser' && (body as Body).updates.preferences !== undefined;

/** Why the last one was refused in this visit. */
export const settingRefusalAtom = atom(
  (get): ApiErrorCode | null => get(refusalsAtom).findLast(isSetting)?.code ?? null,
);

/** Whether one is not at the server yet. */
export const settingsWaitAtom = atom((get) => get(waitingWritesAtom).some(isSetting));

export const changeSettingAtom = atom(
  null,
  async (get, set, change: NonNullable<UserUpdates['preferences']>): Promise<void> => {
    set(
      refusalsAtom,
      get(refusalsAtom).filter((each) => !isSetting(each)),
    );
    // Here it is heard at once; this device's own volume would stand before the account's.
    if (change.playback?.volume !== undefined) set(volumeAtom, change.playback.volume);
    await set(changePreferencesAtom, change);
  },
);
