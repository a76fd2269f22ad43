// The ticket for one upload: hash the file, fetch a challenge bound to it, solve it in a worker while the person types.
// Solved sub-puzzles are stored, so a slow phone never starts over. Form and outbox can prepare tickets at the same time.
import { atom } from 'jotai/vanilla';
import type { PowChallenge } from '../../api/contract/uploads.ts';
import { dspAtom } from './dsp.ts';
import { statePortsAtom } from './ports.ts';
import { loadSessionAtom } from './session.ts';

/** Longest uninterrupted search. */
const ATTEMPT_MS = 2000;
/** Attempts before giving up: far more than any difficulty needs. */
const MAX_ATTEMPTS = 30;
/** A ticket this close to its expiry is not used. */
const EXPIRY_MARGIN_MS = 30_000;

export type TicketState =
  | { phase: 'idle' }
  | { phase: 'hashing'; fraction: number }
  | { phase: 'solving'; fraction: number }
  /** `expiresAt`: milliseconds since 1970. */
  | { phase: 'ready'; capToken: string; expiresAt: number }
  | { phase: 'failed' };

/** The search or the engine ended without a solution; solved sub-puzzles stay. */
class PowError extends Error {
  override name = 'PowError';
}

interface Work {
  blob: Blob;
  abort: AbortController;
  state: TicketState;
  sha256: string | null;
  challenge: PowChallenge | null;
  nonces: number[];
  running: Promise<string> | null;
}

const worksAtom = atom(() => new Map<Blob, Work>());
const shownAtom = atom<{ blob: Blob | null; state: TicketState }>({ blob: null, state: { phase: 'idle' } });
/** The file whose ticket was requested last. */
export const ticketAtom = atom((get) => get(shownAtom).state);

/** SHA-256 of that file, lower-case hex; null until it is known. */
export const ticketHashAtom = atom((get) => {
  const { blob } = get(shownAtom);
  return blob && (get(worksAtom).get(blob)?.sha256 ?? null);
});

const showAtom = atom(null, (get, set, work: Work, state: TicketState) => {
  work.state = state;
  if (!work.abort.signal.aborted && get(shownAtom).blob === work.blob) {
    set(shownAtom, { blob: work.blob, state });
  }
});

/** Starts the search for this file, or joins one that is running. Resolves to the capToken. */
export const prepareTicketAtom = atom(null, (get, set, blob: Blob): Promise<string> => {
  const works = get(worksAtom);
  const work: Work = works.get(blob) ?? {
    blob,
    abort: new AbortController(),
    state: { phase: 'idle' },
    sha256: null,
    challenge: null,
    nonces: [],
    running: null,
  };
  works.set(blob, work);
  set(shownAtom, { blob, state: work.state });
  if (work.running) return work.running;
  const { state } = work;
  if (state.phase === 'ready' && state.expiresAt - Date.now() > EXPIRY_MARGIN_MS) {
    return Promise.resolve(state.capToken);
  }
  work.running = set(solveAtom, work).finally(() => {
    work.running = null;
  });
  return work.running;
});

/** SHA-256 of a file whose ticket was requested, lower-case hex; null until it is known. */
export const hashOfAtom = atom(null, (get, _set, blob: Blob) => get(worksAtom).get(blob)?.sha256 ?? null);

/** Discards a used or refused ticket; the hash stays. */
export const dropTicketAtom = atom(null, (get, set, blob: Blob) => {
  const work = get(worksAtom).get(blob);
  if (!work) return;
  work.challenge = null;
  work.nonces = [];
  set(showAtom, work, { phase: 'idle' });
});

/** This file's ticket is no longer needed: stops its worker. */
export const leaveTicketAtom = atom(null, (get, set, blob: Blob) => {
  const work = get(worksAtom).get(blob);
  if (!work) return;
  set(showAtom, work, { phase: 'idle' });
  work.abort.abort();
  get(worksAtom).delete(blob);
});

const solveAtom = atom(null, async (get, set, work: Work): Promise<string> => {
  const dsp = get(dspAtom);
  const { signal } = work.abort;
  const show = (state: TicketState) => set(showAtom, work, state);
  try {
    if (!work.sha256) {
      show({ phase: 'hashing', fraction: 0 });
      const report = (fraction: number) => show({ phase: 'hashing', fraction });
      work.sha256 = await dsp.sha256(work.blob, report, { signal });
    }
    if (!work.challenge || Date.parse(work.challenge.expiresAt) - Date.now() < EXPIRY_MARGIN_MS) {
      work.nonces = [];
      const body = { sha256: work.sha256, size: work.blob.size };
      const options = { signal, mayRepeat: true };
      work.challenge = (await get(statePortsAtom).write('getPowChallenge', body, options)).data;
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
