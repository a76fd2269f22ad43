// A consent opened by its link: shown first, withdrawn on request.
import { atom } from 'jotai/vanilla';
import type { ConsentView } from '../../../api/contract/consents.ts';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';

export type Withdrawal =
  | { phase: 'loading' }
  | { phase: 'unknown' }
  | { phase: 'unread'; code: FailureCode }
  | { phase: 'given'; consent: ConsentView; failure: FailureCode | null; sending: boolean }
  | { phase: 'withdrawn'; consent: ConsentView };

const stateAtom = atom<Withdrawal>({ phase: 'loading' });

export const withdrawalAtom = atom((get) => get(stateAtom));

const codeOf = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'internal');

const stateOf = (consent: ConsentView): Withdrawal =>
  consent.withdrawnAt === null
    ? { phase: 'given', consent, failure: null, sending: false }
    : { phase: 'withdrawn', consent };

/** `token` of the link; empty when there is none. */
export const loadConsentAtom = atom(null, async (get, set, token: string) => {
  if (token === '') return set(stateAtom, { phase: 'unknown' });
  set(stateAtom, { phase: 'loading' });
  try {
    set(stateAtom, stateOf((await get(statePortsAtom).write('checkConsent', { token })).data));
  } catch (error) {
    const code = codeOf(error);
    set(stateAtom, code === 'not_found' ? { phase: 'unknown' } : { phase: 'unread', code });
  }
});

export const withdrawConsentAtom = atom(null, async (get, set, token: string) => {
  const before = get(stateAtom);
  if (before.phase !== 'given' || before.sending) return;
  set(stateAtom, { ...before, failure: null, sending: true });
  try {
    set(stateAtom, stateOf((await get(statePortsAtom).write('withdrawConsent', { token })).data));
  } catch (error) {
    set(stateAtom, { ...before, failure: codeOf(error), sending: false });
  }
});
