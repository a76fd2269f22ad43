// Turns values of PostgreSQL into what SQLite would give: whole numbers and sums are numbers, true is 1.
import { types } from 'pg';

const BOOL = 16;
const INT8 = 20;
const NUMERIC = 1700;

/** For a client's `types`; text formats only, as `pg` asks for them. */
export const valueParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === BOOL) return (value: string) => (value === 't' ? 1 : 0);
    return types.getTypeParser(oid, format);
  },
};
