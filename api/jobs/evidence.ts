// Ends the hold of sealed evidence: the case and, unless a recording uses it, its audio.
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { type EvidenceRow, endedCases } from '../evidence/queries.ts';
import { endCase, repeatEnd } from '../evidence/store.ts';
import { doomBlob } from '../tracks/doomedStore.ts';
import { isTrackFile } from '../tracks/fileQueries.ts';
import { isUploadFile } from '../uploads/queries.ts';

const DAY_MS = 24 * 3600 * 1000;

async function doomUnneeded(db: Db, row: EvidenceRow | undefined, now: number): Promise<void> {
  if (!row?.file || (await isTrackFile(db, row.file)) || (await isUploadFile(db, row.file))) return;
  await doomBlob(db, row.file, now);
}

/** For replaying the ledger: writes no ledger entry. */
export async function forgetCase(db: Db, id: string, now: number): Promise<void> {
  await doomUnneeded(db, await repeatEnd(db, id), now);
}

/** Returns the ids of the ended cases. The next step unlinks their audio. */
export async function endHolds({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): Promise<string[]> {
  const time = now();
  const ids = await endedCases(db, time - env.evidenceDays * DAY_MS, time);
  for (const id of ids)
    await db.transaction().execute(async (tx) => doomUnneeded(tx, await endCase(tx, id, time), time));
  return ids;
}
