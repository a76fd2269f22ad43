// Who may take a mark back.
import { forbidden } from '../errors.ts';
import type { Removal } from './store.ts';

/** Throws `forbidden`: a mark is taken back by who made it. */
export function refuseForeignMark(removal: Removal): void {
  if (removal === 'foreign') throw forbidden('This mark belongs to somebody else');
}
