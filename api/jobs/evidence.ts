// Ends the hold of sealed evidence: the case and, unless a recording uses it, its audio.
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { endedCases } from '../evidence/queries.ts';
import { endCase, repeatEnd } from '../evidence/store.ts';
import { doomUnneeded } from '../uploads/endedHold.ts';

const DAY_MS = 24 * 3600 * 1000;

/** For replaying the ledger: writes no ledger entry. */
export async function forgetCase(db: Db, id: string, now: number): Promise<void> {
  await doomUnneeded(db, await repeatEnd(db, id), now);
}

/** Returns the ids of the ended cases. The next step unlinks their audio. */
export async function endHolds({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): Promise<string[]> {
  const time = now();
  const before = time - env.evidenceDays * DAY_MS;
  const ended: string[] = [];
  for (const id of await endedCases(db, before, time))
    await db.transaction().execute(async (tx) => {
      // A report or an extension may have come since.
      if ((await endedCases(tx, before, time, id)).length === 0) return;
      await doomUnneeded(tx, await endCase(tx, id, time), time);
      ended.push(id);
    });
  return ended;
}
