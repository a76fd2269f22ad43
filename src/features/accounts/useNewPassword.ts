// A new password and its repetition while a form is open; cleared with the form.
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { passwordIssue } from '../../../api/contract/credentials.ts';
import { fieldText } from '../../lib/messages/fields.ts';
import { commonPasswordsAtom } from './commonPasswords.ts';
import type { CredentialState } from './credentials.ts';

export function useNewPassword(state: CredentialState) {
  const common = useAtomValue(commonPasswordsAtom);
  const [value, setValue] = useState({ password: '', confirmPassword: '' });
  const { password, confirmPassword: confirmation } = value;
  const refusal = state.phase === 'failed' ? state.issue : null;
  const issue = common.has(password.toLowerCase()) ? 'too_common' : refusal;
  return {
    password,
    confirmation,
    isReady: passwordIssue(password, common) === null && confirmation === password,
    error: issue && fieldText({ field: 'password', issue }),
    change: (change: Partial<typeof value>) => setValue({ ...value, ...change }),
  };
}
