// The volume of an area as the screen says it.
import { formatLevel } from '../../lib/format.ts';

/** `−3 dB`, `0 dB`, `+3 dB`. */
export const gainText = (db: number): string => `${db > 0 ? '+' : ''}${formatLevel(db, 0)} dB`;
