// What the tools need of the engine and of this device. Null: this build has no such operation, and its tool is not
// offered.
import { atom } from 'jotai/vanilla';
import type { CallOptions, Dsp } from '../../../dsp/client.ts';
import type { LoudnessPlan, Region, VoiceTools } from '../../../dsp/protocol.ts';
import { dspAtom } from '../../../state/dsp.ts';

export type HeardRange = Awaited<ReturnType<Dsp['decodeRange']>>;

/** A cut worth taking; the padding is inside: what is left of the silence stands around it. */
export interface PauseCut {
  start: number;
  end: number;
}

type Progress = (fraction: number) => void;

interface VoiceOperations {
  proposePauses(
    file: Blob,
    options: { minSeconds: number },
    onProgress?: Progress,
    call?: CallOptions,
  ): Promise<PauseCut[]>;
  planLoudness(
    file: Blob,
    regions: Region[],
    persona: VoiceTools['persona'],
    onProgress?: Progress,
    call?: CallOptions,
  ): Promise<LoudnessPlan>;
  decodeRange(file: Blob, start: number, end: number, tools?: VoiceTools): Promise<HeardRange>;
}

export interface Operations {
  proposePauses: VoiceOperations['proposePauses'] | null;
  planLoudness: VoiceOperations['planLoudness'] | null;
  decodeRange: VoiceOperations['decodeRange'];
  /** 32 bytes that never leave this device. */
  personaSecret: (() => Promise<Uint8Array>) | null;
}

const replacedAtom = atom<Operations | null>(null);

/** Of the engine in use; writing puts others in their place (tests). */
export const operationsAtom = atom(
  (get): Operations => {
    const replaced = get(replacedAtom);
    if (replaced) return replaced;
    const dsp = get(dspAtom) as Partial<VoiceOperations> & Pick<VoiceOperations, 'decodeRange'>;
    return {
      proposePauses: dsp.proposePauses ?? null,
      planLoudness: dsp.planLoudness ?? null,
      decodeRange: dsp.decodeRange,
      personaSecret: null,
    };
  },
  (_get, set, ports: Operations) => set(replacedAtom, ports),
);
