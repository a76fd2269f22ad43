// What answers kept for repeats hold of a person: nothing that can be read without the client's own key.
import { sql } from 'kysely';
import { goesWithTheAccount, type PersonalPart } from './personal.ts';

export const personalIdempotencyKeys: PersonalPart<'idempotency_keys', never> = {
  ...goesWithTheAccount,
  columns: { idempotency_keys: ['account_id'] },
  missed: [],
  exportOf: async () => ({}),
  async dropDoubles(db, guest, account) {
    await sql`delete from idempotency_keys where account_id = ${guest} and key_hash in (
      select key_hash from idempotency_keys where account_id = ${account})`.execute(db);
  },
};
