// Checks while typing whether a username is free.
import { atom } from 'jotai/vanilla';
import { usernameIssue } from '../../../api/contract/credentials.ts';
import type { FieldIssue } from '../../../api/contract/errors.ts';
import { statePortsAtom } from '../../state/ports.ts';

export type NameCheck =
  | { status: 'idle' }
  | { status: 'checking'; name: string }
  | { status: 'free'; name: string }
  | { status: 'refused'; name: string; issue: FieldIssue }
  /** The server could not be reached; it checks the name when the form is sent. */
  | { status: 'unknown'; name: string };

const stateAtom = atom<NameCheck>({ status: 'idle' });
export const nameCheckAtom = atom((get) => get(stateAtom));

/** Waits this long after the last key, milliseconds; the next name cancels the previous check. */
const REST_MS = 350;
const underWayAtom = atom<AbortController | null>(null);

const rest = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, REST_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** The server refused the name on registration. */
export const refuseNameAtom = atom(null, (_get, set, name: string, issue: FieldIssue) =>
  set(stateAtom, { status: 'refused', name, issue }),
);

export const checkNameAtom = atom(null, async (get, set, name: string) => {
  get(underWayAtom)?.abort();
  if (usernameIssue(name) !== null) return set(stateAtom, { status: 'idle' });
  const control = new AbortController();
  const { signal } = control;
  set(underWayAtom, control);
  set(stateAtom, { status: 'checking', name });
  await rest(signal);
  if (signal.aborted) return;
  try {
    const { data } = await get(statePortsAtom).read('checkUsername', { username: name }, { signal });
    const { problem: issue } = data;
    if (!signal.aborted)
      set(stateAtom, issue ? { status: 'refused', name, issue } : { status: 'free', name });
  } catch (error) {
    if (signal.aborted) return;
    console.warn('the name could not be checked', error);
    set(stateAtom, { status: 'unknown', name });
  }
});
