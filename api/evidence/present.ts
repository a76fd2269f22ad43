// Presents a case to an admin.
import { createHash } from 'node:crypto';
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

export const presentOpened = (row: EvidenceRow, view: EvidenceCaseView) => ({
  case: view,
  snapshot: jsonObject(row.snapshot_json),
});

const exported = (name: string, bytes: Buffer) => ({
  name,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  base64: bytes.toString('base64'),
});

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** `audio`: null without a blob. */
export function presentExport(row: EvidenceRow, audit: readonly object[], audio: Buffer | null) {
  const files = [
    exported('case.json', json(jsonObject(row.snapshot_json))),
    exported('audit.json', json(audit)),
  ];
  if (audio && row.file !== null) files.unshift(exported(`audio-${row.file}`, audio));
  const list = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
  return { files: [...files, exported('SHA256SUMS', Buffer.from(list))] };
}
