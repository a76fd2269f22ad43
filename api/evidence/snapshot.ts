// The sealed texts of a case: every state of its subject, and the reports about it.
import { jsonObject } from '../db/json.ts';
import type { EvidenceRow, Material, SealedReport } from './queries.ts';

/** The subject as it was then. */
export interface EvidenceState extends Material {
  /** Milliseconds since 1970. */
  at: number;
}

export interface EvidenceSnapshot {
  /** Oldest first. A state is added only when it differs from the last. */
  states: EvidenceState[];
  reports: SealedReport[];
}

export function readSnapshot({ snapshot_json: json }: Pick<EvidenceRow, 'snapshot_json'>): EvidenceSnapshot {
  const { states, reports } = jsonObject(json);
  return {
    states: Array.isArray(states) ? (states as EvidenceState[]) : [],
    reports: Array.isArray(reports) ? (reports as SealedReport[]) : [],
  };
}

/** Columns that change without a change of the subject. */
const PASSING: ReadonlySet<string> = new Set([
  'at',
  'plays',
  'likes',
  'bookmarks',
  'comments_count',
  'updated_at',
  'last_seen_at',
  'envelope',
  'small',
  'small_size',
  'preview_json',
]);

const lasting = (state: object): string =>
  JSON.stringify(state, (name, value: unknown) => (PASSING.has(name) ? undefined : value));

/** Adds the present state unless it equals the last one. */
export function withState(
  states: readonly EvidenceState[],
  material: Material,
  now: number,
): EvidenceState[] {
  const last = states.at(-1);
  if (last && lasting(last) === lasting(material)) return [...states];
  return [...states, { at: now, ...material }];
}

/** Reports as they are now, with the words that an erased account took out of them since. */
export function withReports(known: readonly SealedReport[], now: readonly SealedReport[]): SealedReport[] {
  const byId = new Map(known.map((report) => [report.id, report]));
  for (const report of now) {
    const before = byId.get(report.id);
    byId.set(report.id, {
      ...report,
      words: report.words || (before?.words ?? ''),
      track_title: report.track_title || (before?.track_title ?? ''),
      decision_reason: report.decision_reason || (before?.decision_reason ?? ''),
      appeal: report.appeal ?? before?.appeal ?? null,
    });
  }
  return [...byId.values()];
}

/** The newest state with audio; null for a comment. */
export function sealedAudio({ states }: EvidenceSnapshot) {
  const last = states.at(-1);
  return last?.recording ?? last?.upload ?? null;
}
