// After publishing: what the server says it has, held against what left this phone, and the published file itself.
import { atom } from 'jotai/vanilla';
import { dspAtom } from '../../state/dsp.ts';
import type { Delivered } from './deliver.ts';
import { publishPortsAtom } from './ports.ts';

/** Plain data: it travels as navigation state. */
export interface Proof {
  /** Of the stored file, as the server says it; lower-case hex. */
  sha256: string;
  /** Of the file that left this phone; null where that is not known any more. */
  sent: string | null;
  /** Names of the fields the server took out. */
  removed: string[];
  /** Of the stored file. */
  url: string;
}

export function proofOf({ reply, sha256 }: Delivered): Proof | null {
  const { receipt, url } = reply.data;
  return receipt && { sha256: receipt.sha256, sent: sha256, removed: receipt.removed, url };
}

/** Navigation state back to a proof; null for anything else. */
export function readProof(value: unknown): Proof | null {
  if (typeof value !== 'object' || value === null) return null;
  const { sha256, sent, removed, url } = value as Record<string, unknown>;
  if (typeof sha256 !== 'string' || typeof url !== 'string' || !Array.isArray(removed)) return null;
  const names = removed.filter((name): name is string => typeof name === 'string');
  return { sha256, sent: typeof sent === 'string' ? sent : null, removed: names, url };
}

export type CheckState =
  | { phase: 'idle' | 'checking' | 'same' | 'failed' }
  /** `found`: the hash of what the server really sends. */
  | { phase: 'differs'; found: string };

const stateAtom = atom<CheckState>({ phase: 'idle' });
export const checkAtom = atom((get) => get(stateAtom));

/** Fetches the published file and hashes it here. */
export const checkPublishedAtom = atom(
  null,
  async (get, set, { url, sha256 }: Proof, signal: AbortSignal) => {
    const show = (state: CheckState) => {
      if (!signal.aborted) set(stateAtom, state);
    };
    show({ phase: 'checking' });
    try {
      const file = await get(publishPortsAtom).fetchAudio(url, signal);
      const found = await get(dspAtom).sha256(file, undefined, { signal });
      show(found === sha256 ? { phase: 'same' } : { phase: 'differs', found });
    } catch (error) {
      console.warn('the published file could not be checked', error);
      show({ phase: 'failed' });
    }
  },
);

export const forgetCheckAtom = atom(null, (_get, set) => set(stateAtom, { phase: 'idle' }));
