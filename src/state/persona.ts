// The secret of the current account's persona voice. Only the worker receives it.
import { atom } from 'jotai/vanilla';
import { accountOf, identityAtom } from './identity.ts';
import { statePortsAtom } from './ports.ts';

/**
 * Asks for the secret: the same in all takes of an account, made on first use. The call rejects with `storage_full` or
 * `storage_unavailable`.
 */
export const personaSecretAtom = atom((get) => (): Promise<Uint8Array> => {
  const identity = get(identityAtom);
  const account = identity === null ? null : (accountOf(identity) ?? '');
  return get(statePortsAtom).persona.secret(account);
});
