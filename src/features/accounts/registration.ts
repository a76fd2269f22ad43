// Registration: the form, sending it, and the recovery code. A guest who registers keeps their content.
import { atom } from 'jotai/vanilla';
import type { Registration } from '../../../api/contract/accounts.ts';
import type { FieldProblem } from '../../../api/contract/errors.ts';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { takeOldNameAtom } from '../../state/oldName.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { enterRegisteredAtom } from '../../state/session.ts';
import { checkNameAtom, refuseNameAtom } from './nameCheck.ts';
import { EMPTY_FORM, type RegistrationForm } from './registrationRules.ts';

const valueAtom = atom<RegistrationForm>(EMPTY_FORM);
export const registrationFormAtom = atom((get) => get(valueAtom));

export type RegistrationState =
  | { phase: 'open' }
  | { phase: 'sending' }
  | { phase: 'failed'; code: ApiErrorCode; at: FieldProblem | null }
  | ({ phase: 'done' } & Registration);

const stateAtom = atom<RegistrationState>({ phase: 'open' });
export const registrationAtom = atom((get) => get(stateAtom));

/** A request whose answer was lost may have created the account. */
const isUncertainAtom = atom(false);

/** The password the server refused, and why. */
const refusedPasswordAtom = atom<{ password: string; issue: FieldProblem['issue'] } | null>(null);
export const passwordRefusalAtom = atom((get) => {
  const refused = get(refusedPasswordAtom);
  return refused?.password === get(valueAtom).password ? refused.issue : null;
});

export const changeRegistrationAtom = atom(null, (get, set, change: Partial<RegistrationForm>) => {
  set(valueAtom, { ...get(valueAtom), ...change });
  if (change.username !== undefined) void set(checkNameAtom, change.username);
  if (get(stateAtom).phase === 'failed') set(stateAtom, { phase: 'open' });
});

/** Prefills the name used in an earlier version, once; it is checked like any other. */
export const beginRegistrationAtom = atom(null, (get, set) => {
  if (get(valueAtom).username !== '') return;
  const username = set(takeOldNameAtom);
  if (username !== '') set(changeRegistrationAtom, { username });
});

/** Clears password and code when the page is left. */
export const leaveRegistrationAtom = atom(null, (get, set) => {
  const isDone = get(stateAtom).phase === 'done';
  set(valueAtom, isDone ? EMPTY_FORM : { ...get(valueAtom), password: '', confirmPassword: '' });
  if (get(stateAtom).phase !== 'sending') set(stateAtom, { phase: 'open' });
  set(refusedPasswordAtom, null);
});

/** Errors that an earlier, successful request with a lost answer would cause. */
const MAY_BE_OURS: readonly ApiErrorCode[] = ['username_taken', 'not_signed_in', 'conflict'];
const LOST: readonly ApiErrorCode[] = ['offline', 'captive_portal', 'bad_reply'];

/** If an earlier answer was lost, signs in with name and password and requests a new code. */
const registerOnceAtom = atom(null, async (get, _set, form: RegistrationForm): Promise<Registration> => {
  const { write } = get(statePortsAtom);
  const { username, password, isOver18 } = form;
  const email = form.email.trim();
  try {
    return (await write('register', { username, password, isOver18, ...(email && { email }) })).data;
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'internal';
    if (!get(isUncertainAtom) || !MAY_BE_OURS.includes(code)) throw error;
    try {
      await write('login', { username, password, guestRows: 'keep' });
      return (await write('renewRecoveryCode', { password })).data;
    } catch (second) {
      const isTheirs = second instanceof ApiError && second.code === 'wrong_credentials';
      throw isTheirs ? error : second;
    }
  }
});

/** Ends in `done` with the recovery code, or in `failed`. */
export const registerAtom = atom(null, async (get, set) => {
  if (get(stateAtom).phase === 'sending') return;
  const form = get(valueAtom);
  set(stateAtom, { phase: 'sending' });
  try {
    const registration = await set(registerOnceAtom, form);
    set(enterRegisteredAtom, registration.me, form.email.trim());
    set(stateAtom, { phase: 'done', ...registration });
    set(valueAtom, EMPTY_FORM);
    set(isUncertainAtom, false);
  } catch (error) {
    const { code, at }: Pick<ApiError, 'code' | 'at'> =
      error instanceof ApiError ? error : { code: 'internal', at: null };
    const problem: FieldProblem | null =
      code === 'username_taken' ? { field: 'username', issue: 'taken' } : at;
    if (LOST.includes(code)) set(isUncertainAtom, true);
    if (problem?.field === 'username') set(refuseNameAtom, form.username, problem.issue);
    if (problem?.field === 'password')
      set(refusedPasswordAtom, { password: form.password, issue: problem.issue });
    set(stateAtom, { phase: 'failed', code, at: problem });
  }
});
