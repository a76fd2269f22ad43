// Who may come back without a secret of their own.
import type { Role } from '../contract/roles.ts';
import { forbidden } from '../errors.ts';

/** A ticket leads back to guests alone: everybody else has a password. Throws `forbidden`. */
export function returningGuest<A extends { role: Role }>(account: A | undefined): A {
  if (account?.role !== 'guest') throw forbidden('This ticket leads back to no guest');
  return account;
}
