// Verifies that the audit log is complete, and that it still contains a saved hash.
import { atom } from 'jotai/vanilla';
import type { AuditCheckView } from '../../../api/contract/overview.ts';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { statePortsAtom } from '../../state/ports.ts';

/** A row of the log as saved in a file. */
export interface AuditNote {
  position: number;
  hash: string;
}

export type AuditCheck =
  | { phase: 'idle' }
  | { phase: 'checking' }
  | { phase: 'done'; result: AuditCheckView; compared: AuditNote | null }
  | { phase: 'failed'; code: ApiErrorCode };

const stateAtom = atom<AuditCheck>({ phase: 'idle' });
export const auditCheckAtom = atom((get) => get(stateAtom));

/** `compared`: a row saved earlier. Answers null, or why the log was not checked. */
export const checkAuditAtom = atom(
  null,
  async (get, set, compared: AuditNote | null, password: string): Promise<ApiErrorCode | null> => {
    set(stateAtom, { phase: 'checking' });
    try {
      const { data: result } = await get(statePortsAtom).write('checkAuditLog', { ...compared, password });
      set(stateAtom, { phase: 'done', result, compared });
      return null;
    } catch (error) {
      console.warn('the audit log could not be checked', error);
      const code = error instanceof ApiError ? error.code : 'internal';
      // The password field shows a wrong password.
      set(stateAtom, code === 'wrong_credentials' ? { phase: 'idle' } : { phase: 'failed', code });
      return code;
    }
  },
);

/** Content of a saved file; null when it is not ours. */
export function readNote(text: string): AuditNote | null {
  try {
    const { position, hash } = JSON.parse(text) as Partial<AuditNote>;
    const isNote =
      Number.isSafeInteger(position) && Number(position) > 0 && /^[0-9a-f]{64}$/.test(hash ?? '');
    return isNote ? { position: Number(position), hash: String(hash) } : null;
  } catch {
    return null;
  }
}

export const noteFile = (note: AuditNote, savedAt: string): Blob =>
  new Blob([`${JSON.stringify({ ...note, savedAt }, null, 2)}\n`], { type: 'application/json' });
