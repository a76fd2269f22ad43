// The persona voice of whoever is here: what the engine needs to know for a take. Only the worker is told.
import { atom } from 'jotai/vanilla';
import type { VoiceTools } from '../dsp/protocol.ts';
import { accountOf, identityAtom } from './identity.ts';
import { statePortsAtom } from './ports.ts';

export type PersonaVoice = NonNullable<VoiceTools['persona']>;

/**
 * The persona for the take of this name; the same secret in all takes of an account, made on first use. Rejects with
 * `storage_full` or `storage_unavailable`.
 */
export const preparePersonaAtom = atom(
  null,
  async (get, _set, take: string, strength: PersonaVoice['strength']): Promise<PersonaVoice> => {
    const identity = get(identityAtom);
    const account = identity === null ? null : (accountOf(identity) ?? '');
    return { secret: await get(statePortsAtom).persona.secret(account), take, strength };
  },
);
