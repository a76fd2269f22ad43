// What a block refuses.
import type { BlockKind } from '../contract/blocks.ts';
import { forbidden, invalid } from '../errors.ts';

/** Throws `forbidden`; `block` is what the one it is done to has said about who does it. */
export function refuseBlocked(block: BlockKind | null): void {
  if (block === 'block') throw forbidden('This person does not want to hear from you');
}

/** Throws `invalid_body`. */
export function refuseHidingOneself(accountId: string, userId: string): void {
  if (accountId === userId) throw invalid('userId', 'oneself', 'nobody hides themselves');
}
