// Presents a case to an admin.
import { createHash } from 'node:crypto';
import type {
  EvidenceCaseView,
  EvidenceReportView,
  EvidenceStateView,
  OpenedEvidenceView,
} from '../contract/evidence.ts';
import { REPORT_CATEGORIES } from '../contract/reportCategories.ts';
import { instant } from '../db/instant.ts';
import { jsonObject, stringList } from '../db/json.ts';
import { endOf } from './policy.ts';
import type { CaseRow, EvidenceRow, SealedReport } from './queries.ts';
import { type EvidenceState, readSnapshot, sealedAudio } from './snapshot.ts';

export const presentCase = (row: CaseRow, days: number, isGone: boolean): EvidenceCaseView => ({
  id: row.id,
  subject: row.subject,
  subjectId: row.subject_id,
  cause: row.cause,
  bytes: row.size,
  since: instant(row.held_at),
  until: instant(endOf(row, days)),
  isGone,
});

const presentDetails = (details: {
  title: string;
  description: string;
  transcript: string;
  tags_json: string;
}) => ({
  title: details.title,
  description: details.description,
  transcript: details.transcript,
  tags: stringList(details.tags_json),
});

/** Details as an edit stores them. */
function presentStored(json: string) {
  const { title, description, transcript, tags_json: tags } = jsonObject(json);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return presentDetails({
    title: text(title),
    description: text(description),
    transcript: text(transcript),
    tags_json: text(tags),
  });
}

const NO_DETAILS = { title: '', description: '', transcript: '', tags_json: '[]' };

function presentState(state: EvidenceState): EvidenceStateView {
  const { at, person, recording, upload, comment, devices } = state;
  const source = recording ?? upload;
  return {
    at: instant(at),
    words: presentDetails(source ?? { ...NO_DETAILS, title: comment?.content ?? '' }),
    createdAt: instant(source?.created_at ?? comment?.created_at ?? at),
    status: source?.status ?? null,
    person: person && {
      id: person.id,
      username: person.username,
      formerNames: person.formerNames,
      since: instant(person.created_at),
    },
    devices,
    fileName: upload?.original_name ?? null,
    decision:
      typeof upload?.decided_at === 'number'
        ? { at: instant(upload.decided_at), byId: upload.decided_by, reason: upload.decision_reason ?? '' }
        : null,
  };
}

/** Every edit that any state knew, as it was last known. */
function presentVersions(states: readonly EvidenceState[]): OpenedEvidenceView['versions'] {
  const byId = new Map(states.flatMap(({ versions }) => versions).map((edit) => [edit.id, edit]));
  return [...byId.values()].map((edit) => ({
    id: edit.id,
    at: instant(edit.created_at),
    status: edit.status,
    before: presentStored(edit.before_json),
    after: presentStored(edit.after_json),
  }));
}

const presentReport = (report: SealedReport): EvidenceReportView => ({
  id: report.id,
  at: instant(report.created_at),
  category: REPORT_CATEGORIES.find((known) => known === report.category) ?? null,
  atSeconds: report.at_seconds,
  reason: report.reason,
  reported: report.words,
  status: report.status,
  outcome: report.outcome,
  closedBecause: report.closed_because,
  decidedAt: instant(report.reviewed_at),
  decidedById: report.reviewed_by,
  decisionReason: report.decision_reason,
  appeal: report.appeal,
  appealOutcome: report.appeal_outcome,
  appealAnswer: report.appeal_answer,
});

/** `audioUrl`: null for a comment. */
export function presentOpened(
  row: EvidenceRow,
  view: EvidenceCaseView,
  audioUrl: string | null,
): OpenedEvidenceView {
  const snapshot = readSnapshot(row);
  const audio = sealedAudio(snapshot);
  return {
    case: view,
    states: snapshot.states.map(presentState),
    versions: presentVersions(snapshot.states),
    reports: snapshot.reports.map(presentReport),
    audio:
      audio && audioUrl !== null ? { url: audioUrl, duration: audio.duration, cover: audio.cover } : null,
  };
}

const json = (name: string, value: unknown) => ({ name, text: `${JSON.stringify(value, null, 2)}\n` });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `audio`: null without a blob. */
export function presentExport(
  row: EvidenceRow,
  audit: readonly object[],
  audio: { name: string; sha256: string; url: string } | null,
) {
  const { snapshot_json: _sealed, ...about } = row;
  const files = [json('case.json', { ...about, ...readSnapshot(row) }), json('audit.json', audit)];
  const sums = [
    ...(audio ? [audio] : []),
    ...files.map(({ name, text }) => ({ name, sha256: sha256(text) })),
  ].map(({ name, sha256: sum }) => `${sum}  ${name}\n`);
  return {
    files: [...files, { name: 'SHA256SUMS', text: sums.join('') }],
    audio: audio && { name: audio.name, url: audio.url },
  };
}
