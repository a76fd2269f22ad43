// What the tools need of the engine and of this device. Null: this build has no such operation, and its tool is not
// offered.
import { atom } from 'jotai/vanilla';
import type { Dsp } from '../../../dsp/client.ts';
import { dspAtom } from '../../../state/dsp.ts';
import { personaSecretAtom } from '../../../state/persona.ts';

export type HeardRange = Awaited<ReturnType<Dsp['decodeRange']>>;

/** A cut worth taking; the padding is inside: what is left of the silence stands around it. */
export interface SilenceCut {
  start: number;
  end: number;
}

/** `Dsp`'s, with the options of a call. */
type VoiceOperations = Pick<Dsp, 'proposePauses' | 'planLoudness' | 'decodeRange'>;

export interface Operations {
  proposePauses: VoiceOperations['proposePauses'] | null;
  planLoudness: VoiceOperations['planLoudness'] | null;
  decodeRange: VoiceOperations['decodeRange'];
  /** 32 bytes that never leave this device. */
  personaSecret: (() => Promise<Uint8Array>) | null;
}

const replacedAtom = atom<Operations | null>(null);

/** The operations of the engine in use; tests write others in their place. */
export const operationsAtom = atom(
  (get): Operations => {
    const { proposePauses, planLoudness, decodeRange } = get(dspAtom);
    return (
      get(replacedAtom) ?? { proposePauses, planLoudness, decodeRange, personaSecret: get(personaSecretAtom) }
    );
  },
  (_get, set, ports: Operations) => set(replacedAtom, ports),
);
