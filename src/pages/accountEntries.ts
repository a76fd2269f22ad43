// The entries of the account page, in their order: a room that has a page for one's own account adds its line here.
import type { AccountEntry } from '../features/accounts/AccountLinks.tsx';
import { accountMessages } from '../lib/messages/accounts.ts';
import { paths } from '../lib/paths.ts';

const { account: words } = accountMessages;

export const ACCOUNT_ENTRIES: readonly AccountEntry[] = [
  {
    to: paths.register(),
    label: words.register,
    hint: words.registerHint,
    icon: 'person',
    who: ['visitor', 'guest'],
  },
  {
    to: paths.login(),
    label: words.login,
    hint: words.loginHint,
    icon: 'forward',
    who: ['visitor', 'guest'],
  },
  {
    to: paths.password(),
    label: words.password,
    hint: words.passwordHint,
    icon: 'shield',
    who: ['named'],
  },
  {
    to: paths.recoveryCode(),
    label: words.code,
    hint: words.codeHint,
    icon: 'file',
    who: ['named'],
  },
];
