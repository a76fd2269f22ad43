// What was found broken in the open take.
import { atom } from 'jotai/vanilla';
import type { DamageKind, Inspection } from '../../dsp/protocol.ts';

export type TakeDamage = Pick<Inspection, 'damage' | 'seconds'>;

/** Null while unknown, and for an undamaged take. */
export const takeDamageAtom = atom<TakeDamage | null>(null);

/** Not repaired: the highest frequencies, or the speed, that are not decoded. */
const STAYS: readonly DamageKind[] = ['half_band', 'edit_speed'];

/** Whether broken audio plays again or is back in place. */
export const isRepaired = ({ damage }: TakeDamage): boolean =>
  damage.some(({ kind }) => !STAYS.includes(kind));
