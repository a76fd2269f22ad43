// Whether uploads without flags are published without a review.
import type { Db } from '../db/client.ts';
import { noteDecision } from '../db/ledger.ts';
import { readSetting, writeSetting } from '../db/settings.ts';

const AUTO_APPROVE = 'auto_approve';

export const autoApproveIsOn = async (db: Db): Promise<boolean> =>
  (await readSetting(db, AUTO_APPROVE)) === 'on';

/** Restores also read it. */
export async function setAutoApprove(db: Db, on: boolean, now: number): Promise<void> {
  await repeatAutoApprove(db, on);
  await noteDecision(db, 'autoApproveSet', AUTO_APPROVE, { on }, now);
}

/** For replaying the ledger: writes no ledger entry. */
export const repeatAutoApprove = (db: Db, on: boolean): Promise<void> =>
  writeSetting(db, AUTO_APPROVE, on ? 'on' : 'off');
