// Changing the password, recovering an account, renewing the recovery code: one at a time, with the reason of a failure.
// Secrets are never stored or resent automatically.
import { atom } from 'jotai/vanilla';
import type { GuestRows, Registration } from '../../../api/contract/accounts.ts';
import type { FieldIssue } from '../../../api/contract/errors.ts';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { renewMeAtom } from '../../state/session.ts';

export type CredentialState =
  | { phase: 'open' }
  | { phase: 'sending'; answer: GuestRows | null }
  /** `issue`: the server's objection to the new password. */
  | { phase: 'failed'; code: ApiErrorCode; issue: FieldIssue | null }
  /** The secret is right; asks whether to keep the guest's content. `failure`: why the last answer was not sent. */
  | { phase: 'asking'; failure: ApiErrorCode | null }
  | { phase: 'changed' }
  | { phase: 'coded'; username: string; recoveryCode: string };

const stateAtom = atom<CredentialState>({ phase: 'open' });
export const credentialStateAtom = atom((get) => get(stateAtom));

/** Back to the empty form; the next visitor of the page sees no code. */
export const dropCredentialsAtom = atom(null, (_get, set) => set(stateAtom, { phase: 'open' }));

/** The user edits name, code or password: clear the previous failure. */
export const retypeAtom = atom(null, (get, set) => {
  const { phase } = get(stateAtom);
  if (phase === 'failed' || phase === 'asking') set(stateAtom, { phase: 'open' });
});

const failedAtom = atom(null, (_get, set, error: unknown, answer: GuestRows | null = null) => {
  const code = error instanceof ApiError ? error.code : 'internal';
  if (code === 'guest_has_rows') return set(stateAtom, { phase: 'asking', failure: null });
  if (answer !== null && code !== 'wrong_credentials')
    return set(stateAtom, { phase: 'asking', failure: code });
  const issue = error instanceof ApiError && error.at ? error.at.issue : null;
  set(stateAtom, { phase: 'failed', code, issue });
});

const codedAtom = atom(null, (_get, set, { me, recoveryCode }: Registration) => {
  set(renewMeAtom, me);
  set(stateAtom, { phase: 'coded', username: me.username, recoveryCode });
});

export const changePasswordAtom = atom(
  null,
  async (get, set, body: { password: string; newPassword: string }) => {
    set(stateAtom, { phase: 'sending', answer: null });
    try {
      set(renewMeAtom, (await get(statePortsAtom).write('changePassword', body)).data);
      set(stateAtom, { phase: 'changed' });
    } catch (error) {
      set(failedAtom, error);
    }
  },
);

export const renewCodeAtom = atom(null, async (get, set, password: string) => {
  set(stateAtom, { phase: 'sending', answer: null });
  try {
    set(codedAtom, (await get(statePortsAtom).write('renewRecoveryCode', { password })).data);
  } catch (error) {
    set(failedAtom, error);
  }
});

export interface Recovery {
  username: string;
  recoveryCode: string;
  newPassword: string;
  guestRows?: GuestRows;
}

export const recoverAtom = atom(null, async (get, set, recovery: Recovery) => {
  const answer = recovery.guestRows ?? null;
  set(stateAtom, { phase: 'sending', answer });
  try {
    set(codedAtom, (await get(statePortsAtom).write('recoverAccount', recovery)).data);
  } catch (error) {
    set(failedAtom, error, answer);
  }
});
