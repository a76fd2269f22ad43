// The name from an earlier version of the app, which knew accounts in this browser only: offered once at registration and
// checked like any other name.
import { atom } from 'jotai/vanilla';
import { USERNAME_MAX_LENGTH } from '../../api/contract/limits.ts';
import { statePortsAtom } from './ports.ts';

const SETTING = 'oldName';
const isText = (value: unknown): value is string => typeof value === 'string';

export const offerOldNameAtom = atom(null, (get, _set, name: string) =>
  get(statePortsAtom).settings.write(SETTING, name.slice(0, USERNAME_MAX_LENGTH)),
);

/** Empty when there is none, or when it was offered before. */
export const takeOldNameAtom = atom(null, (get): string => {
  const { settings } = get(statePortsAtom);
  const name = settings.read<string>(SETTING, isText, '');
  if (name !== '') settings.write(SETTING, '');
  return name;
});
