// After publishing: compares what the server says it has with the file that was sent and the published file.
import { atom } from 'jotai/vanilla';
import { dspAtom } from '../../state/dsp.ts';
import type { Delivered } from './deliver.ts';
import { publishPortsAtom } from './ports.ts';

/** Plain data, so that it can be navigation state. */
export interface Proof {
  /** SHA-256 of the stored file according to the server, lower-case hex. */
  sha256: string;
  /** SHA-256 of the file that was sent; null when it is no longer known. */
  sent: string | null;
  /** Names of the fields the server removed. */
  removed: string[];
  /** Of the stored file. */
  url: string;
}

export function proofOf({ reply, sha256 }: Delivered): Proof | null {
  const { receipt, url } = reply.data;
  return receipt && { sha256: receipt.sha256, sent: sha256, removed: receipt.removed, url };
}

/** Reads a proof from navigation state; null for anything else. */
export function readProof(value: unknown): Proof | null {
  if (typeof value !== 'object' || value === null) return null;
  const { sha256, sent, removed, url } = value as Record<string, unknown>;
  if (typeof sha256 !== 'string' || typeof url !== 'string' || !Array.isArray(removed)) return null;
  const names = removed.filter((name): name is string => typeof name === 'string');
  return { sha256, sent: typeof sent === 'string' ? sent : null, removed: names, url };
}

export type CheckState =
  | { phase: 'idle' | 'checking' | 'same' | 'failed' }
  /** `found`: the hash of the file the server actually serves. */
  | { phase: 'differs'; found: string };

const stateAtom = atom<CheckState>({ phase: 'idle' });
export const checkAtom = atom((get) => get(stateAtom));

/** Downloads the published file and hashes it on this device. */
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
