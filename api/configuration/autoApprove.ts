// Whether uploads that nothing speaks against are published without a person's look.
import type { Db } from '../db/client.ts';
import { readSetting, writeSetting } from '../db/settings.ts';

const AUTO_APPROVE = 'auto_approve';

export const autoApproveIsOn = async (db: Db): Promise<boolean> =>
  (await readSetting(db, AUTO_APPROVE)) === 'on';

export const setAutoApprove = (db: Db, on: boolean): Promise<void> =>
  writeSetting(db, AUTO_APPROVE, on ? 'on' : 'off');
