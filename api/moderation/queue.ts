// What the queue knows of each row beside the row: who looks at it, who decides, how much speaks against it.
import type { Viewer } from '../action.ts';
import type { Db } from '../db/client.ts';
import type { Waiting } from '../uploads/waiting.ts';
import { seesEscalated } from './policy.ts';
import { presentState } from './present.ts';
import { escalations, heldClaims, hiddenFor } from './queries.ts';
import { tierOf } from './rules.ts';

const byUpload = <Row extends { upload_id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.upload_id, row]));

/** One for each row that this moderator sees. */
export async function reviewStates(
  db: Db,
  viewer: Viewer,
  { uploads, edits }: Waiting,
  now: number,
): Promise<Map<string, ReturnType<typeof presentState>>> {
  const claims = byUpload(await heldClaims(db, now));
  const escalated = byUpload(await escalations(db));
  const hidden = await hiddenFor(db, viewer.accountId);
  const state = (id: string, tier: ReturnType<typeof tierOf>) => {
    const escalation = escalated.get(id);
    if (escalation && !seesEscalated(viewer)) return [];
    const rows = { tier, claim: claims.get(id), escalation, isHidden: hidden.has(id) };
    return [[id, presentState(rows, viewer.accountId)] as const];
  };
  return new Map([
    ...uploads.flatMap((row) => state(row.id, tierOf(row))),
    ...edits.flatMap((row) => state(row.id, null)),
  ]);
}
