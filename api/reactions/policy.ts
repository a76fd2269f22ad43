// Who may remove a reaction.
import { forbidden } from '../errors.ts';
import type { Removal } from './store.ts';

/** Throws `forbidden`: only its author removes a reaction. */
export function refuseForeignReaction(removal: Removal): void {
  if (removal === 'foreign') throw forbidden('This reaction belongs to another account');
}
