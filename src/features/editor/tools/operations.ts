// Engine operations of the tools. Null: this build lacks the operation, and its tool is not offered.
import { atom } from 'jotai/vanilla';
import type { Dsp } from '../../../dsp/client.ts';
import { dspAtom } from '../../../state/dsp.ts';
import { personaSecretAtom } from '../../../state/persona.ts';

export type DecodedRange = Awaited<ReturnType<Dsp['decodeRange']>>;

/** A proposed cut; the remaining silence is around it. */
export interface SilenceCut {
  start: number;
  end: number;
}

/** `Dsp`'s, with the options of a call. */
type VoiceOperations = Pick<Dsp, 'proposePauses' | 'findDisturbances' | 'planLoudness' | 'decodeRange'>;

export interface Operations {
  proposePauses: VoiceOperations['proposePauses'] | null;
  findDisturbances: VoiceOperations['findDisturbances'] | null;
  planLoudness: VoiceOperations['planLoudness'] | null;
  decodeRange: VoiceOperations['decodeRange'];
  /** 32 bytes that never leave this device. */
  personaSecret: (() => Promise<Uint8Array>) | null;
}

const replacedAtom = atom<Operations | null>(null);

/** Tests replace the operations by setting this atom. */
export const operationsAtom = atom(
  (get): Operations => {
    const { proposePauses, findDisturbances, planLoudness, decodeRange } = get(dspAtom);
    const personaSecret = get(personaSecretAtom);
    return get(replacedAtom) ?? { proposePauses, findDisturbances, planLoudness, decodeRange, personaSecret };
  },
  (_get, set, ports: Operations) => set(replacedAtom, ports),
);
