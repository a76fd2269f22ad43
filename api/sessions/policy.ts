// Who may return without a password.
import type { Role } from '../contract/roles.ts';
import { forbidden } from '../errors.ts';

/** Throws `forbidden`: a ticket only restores guest accounts; others have a password. */
export function returningGuest<A extends { role: Role }>(account: A | undefined): A {
  if (account?.role !== 'guest') throw forbidden('This ticket leads back to no guest');
  return account;
}
