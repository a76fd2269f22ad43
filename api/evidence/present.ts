// Presents a case to an admin.
import type { EvidenceCaseView } from '../contract/evidence.ts';
import { instant } from '../db/instant.ts';
import { jsonObject } from '../db/json.ts';
import { endOf } from './policy.ts';
import type { EvidenceRow } from './queries.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function presentCase(row: EvidenceRow, days: number, isGone: boolean): EvidenceCaseView {
  const { title, person } = jsonObject(row.snapshot_json);
  return {
    id: row.id,
    subject: row.subject,
    subjectId: row.subject_id,
    cause: row.cause,
    title: text(title),
    username: text((person as { username?: unknown } | null | undefined)?.username),
    bytes: row.size,
    since: instant(row.held_at),
    until: instant(endOf(row, days)),
    isGone,
  };
}
