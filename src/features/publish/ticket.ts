// The ticket for one upload (K5, K49): hash the file, fetch a challenge bound to it, solve it in a worker while the
// person types. Solved sub-puzzles are kept, so a slow phone never starts over.
import { atom } from 'jotai/vanilla';
import type { PowChallenge } from '../../../api/contract/pow.ts';
import { dspAtom } from '../../state/dsp.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { loadSessionAtom } from '../../state/session.ts';

/** Longest uninterrupted search (S1 §9). */
const ATTEMPT_MS = 2000;
/** Attempts before a person is asked: together far more than any difficulty needs. */
const MAX_ATTEMPTS = 30;
/** A ticket this close to its end is not used. */
const EXPIRY_MARGIN_MS = 30_000;

export type TicketState =
  | { phase: 'idle' }
  | { phase: 'hashing'; fraction: number }
  | { phase: 'solving'; fraction: number }
  /** `expiresAt`: milliseconds since 1970. */
  | { phase: 'ready'; capToken: string; expiresAt: number }
  | { phase: 'failed' };

/** The search ended without a solution, or the engine did; what was solved is kept. */
class PowError extends Error {
  override name = 'PowError';
}

interface Work {
  blob: Blob;
  abort: AbortController;
  sha256: string | null;
  challenge: PowChallenge | null;
  nonces: number[];
  running: Promise<string> | null;
}

const workAtom = atom<Work | null>(null);
const stateAtom = atom<TicketState>({ phase: 'idle' });
export const ticketAtom = atom((get) => get(stateAtom));

/** Starts for this file, or joins what already runs for it. Resolves to the capToken. */
export const prepareTicketAtom = atom(null, (get, set, blob: Blob): Promise<string> => {
  let work = get(workAtom);
  if (work?.blob !== blob) {
    work?.abort.abort();
    const abort = new AbortController();
    work = { blob, abort, sha256: null, challenge: null, nonces: [], running: null };
    set(workAtom, work);
    set(stateAtom, { phase: 'idle' });
  }
  const current = work;
  if (current.running) return current.running;
  const state = get(stateAtom);
  if (state.phase === 'ready' && state.expiresAt - Date.now() > EXPIRY_MARGIN_MS) {
    return Promise.resolve(state.capToken);
  }
  current.running = set(solveAtom, current).finally(() => {
    current.running = null;
  });
  return current.running;
});

/** Throws away a ticket that was used or refused; the hash is kept. */
export const dropTicketAtom = atom(null, (get, set) => {
  const work = get(workAtom);
  if (work) {
    work.challenge = null;
    work.nonces = [];
  }
  set(stateAtom, { phase: 'idle' });
});

/** Leaving the form: the workers stop. */
export const leaveTicketAtom = atom(null, (get, set) => {
  get(workAtom)?.abort.abort();
  set(workAtom, null);
  set(stateAtom, { phase: 'idle' });
});

const solveAtom = atom(null, async (get, set, work: Work): Promise<string> => {
  const dsp = get(dspAtom);
  const { signal } = work.abort;
  const show = (state: TicketState) => {
    if (!signal.aborted) set(stateAtom, state);
  };
  try {
    if (!work.sha256) {
      show({ phase: 'hashing', fraction: 0 });
      const report = (fraction: number) => show({ phase: 'hashing', fraction });
      work.sha256 = await dsp.sha256(work.blob, report, { signal });
    }
    if (!work.challenge || Date.parse(work.challenge.expiresAt) - Date.now() < EXPIRY_MARGIN_MS) {
      work.nonces = [];
      const body = { sha256: work.sha256, size: work.blob.size };
      work.challenge = (await get(statePortsAtom).write('getPowChallenge', body, { signal })).data;
      // The first write of a visitor makes an account; the upload names it.
      await set(loadSessionAtom);
    }
    const { challenge, puzzles, bits, expiresAt } = work.challenge;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      show({ phase: 'solving', fraction: work.nonces.length / puzzles });
      const progress = await dsp.solveChallenge(challenge, puzzles, bits, work.nonces, ATTEMPT_MS, {
        signal,
      });
      work.nonces = progress.nonces;
      if (!progress.done) continue;
      const capToken = `${challenge}.${packNonces(work.nonces)}`;
      show({ phase: 'ready', capToken, expiresAt: Date.parse(expiresAt) });
      return capToken;
    }
    throw new PowError('no solution in time');
  } catch (error) {
    show({ phase: 'failed' });
    throw error;
  }
});

/** base64url of the nonces as big-endian 32-bit numbers (api/contract/pow.ts). */
export function packNonces(nonces: readonly number[]): string {
  const bytes = new Uint8Array(nonces.length * 4);
  const view = new DataView(bytes.buffer);
  nonces.forEach((nonce, index) => {
    view.setUint32(index * 4, nonce);
  });
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
