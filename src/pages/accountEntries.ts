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
    icon: 'plus',
    who: ['visitor', 'guest'],
  },
  {
    to: paths.login(),
    label: words.login,
    hint: words.loginHint,
    icon: 'person',
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
  {
    to: paths.devices(),
    label: words.devices,
    hint: words.devicesHint,
    icon: 'listen',
    who: ['guest', 'named'],
  },
  {
    to: paths.move(),
    label: words.move,
    hint: words.moveHint,
    icon: 'download',
    who: ['visitor', 'guest'],
  },
  {
    to: paths.blocked(),
    label: words.blocked,
    hint: words.blockedHint,
    icon: 'mute',
    who: ['guest', 'named'],
  },
  {
    to: paths.ownData(),
    label: words.ownData,
    hint: words.ownDataHint,
    icon: 'trash',
    who: ['guest', 'named'],
  },
];
