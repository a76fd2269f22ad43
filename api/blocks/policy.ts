// What a block forbids.
import type { BlockKind } from '../contract/blocks.ts';
import { forbidden, invalid } from '../errors.ts';

/** Throws `forbidden`. `block`: the target's setting about the caller. */
export function refuseBlocked(block: BlockKind | null): void {
  if (block === 'block') throw forbidden('This person does not want to hear from you');
}

/** Throws `invalid_body`. */
export function refuseHidingOneself(accountId: string, userId: string): void {
  if (accountId === userId) throw invalid('userId', 'oneself', 'you cannot hide yourself');
}
