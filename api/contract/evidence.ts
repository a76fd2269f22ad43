// Sealed evidence: what an urgent report, rejection or removal is about, stored for admins only until the hold ends.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { cursor, id, isoTime, passwordAgain, shownText } from './fields.ts';
import { EVIDENCE_EXTENSION_MAX_DAYS, REASON_MAX_LENGTH } from './limits.ts';
import {
  APPEAL_OUTCOMES,
  CLOSING_CAUSES,
  REPORT_CATEGORIES,
  REPORT_OUTCOMES,
  REPORT_STATUSES,
} from './reportCategories.ts';
import { DIRECTIONS } from './tableSorts.ts';

const EVIDENCE_SUBJECTS = ['track', 'upload', 'comment'] as const;
const EVIDENCE_CAUSES = ['report', 'rejected', 'removed', 'held'] as const;

/** A case without its material: titles and names are sealed. */
const caseView = z.strictObject({
  id: z.string(),
  subject: z.enum(EVIDENCE_SUBJECTS),
  subjectId: z.string(),
  cause: z.enum(EVIDENCE_CAUSES),
  /** Bytes of the audio; 0 for a comment. */
  bytes: z.number(),
  since: isoTime,
  /** Erased after it, unless an urgent report is still undecided. */
  until: isoTime,
  /** The product no longer has it: only the sealed copy is left. */
  isGone: z.boolean(),
});
export type EvidenceCaseView = z.output<typeof caseView>;

const shownWords = z.strictObject({
  /** Of a comment: its text. */
  title: z.string(),
  description: z.string(),
  transcript: z.string(),
  tags: z.array(z.string()),
});

/** The subject as it was from `at` until the next state. */
const stateView = z.strictObject({
  at: isoTime,
  words: shownWords,
  /** When the recording, upload or comment was created. */
  createdAt: isoTime,
  /** Of the recording or upload; null for a comment. */
  status: z.nullable(z.enum(['active', 'inactive', 'removed', 'pending_review', 'approved', 'rejected'])),
  /** Null when the account was gone already. */
  person: z.nullable(
    z.strictObject({
      id: z.string(),
      username: z.string(),
      formerNames: z.array(z.string()),
      since: isoTime,
    }),
  ),
  /** Keyed hashes of the devices that sent the file. */
  devices: z.array(z.string()),
  /** Name of the received file; null when it is not known. */
  fileName: z.nullable(z.string()),
  /** Of the upload; null without one. */
  decision: z.nullable(z.strictObject({ at: isoTime, byId: z.nullable(z.string()), reason: z.string() })),
});
export type EvidenceStateView = z.output<typeof stateView>;

/** An edit of the published recording. */
const versionView = z.strictObject({
  id: z.string(),
  at: isoTime,
  status: z.enum(['applied', 'pending_review', 'approved', 'rejected']),
  before: shownWords,
  after: shownWords,
});

const reportView = z.strictObject({
  id: z.string(),
  at: isoTime,
  category: z.nullable(z.enum(REPORT_CATEGORIES)),
  atSeconds: z.nullable(z.number()),
  /** What the reporter wrote. */
  reason: z.string(),
  /** The reported text, as it was then. */
  reported: z.string(),
  status: z.enum(REPORT_STATUSES),
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  /** Why it was closed without a decision. */
  closedBecause: z.nullable(z.enum(CLOSING_CAUSES)),
  decidedAt: z.nullable(isoTime),
  decidedById: z.nullable(z.string()),
  decisionReason: z.string(),
  appeal: z.nullable(z.string()),
  appealOutcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
  appealAnswer: z.string(),
});
export type EvidenceReportView = z.output<typeof reportView>;

const openedView = z.strictObject({
  case: caseView,
  /** Oldest first. */
  states: z.array(stateView),
  versions: z.array(versionView),
  reports: z.array(reportView),
  /** Null for a comment. `url` plays in the caller's session only, and for a limited time. `cover`: as of a track. */
  audio: z.nullable(z.strictObject({ url: z.string(), duration: z.number(), cover: z.string() })),
});
export type OpenedEvidenceView = z.output<typeof openedView>;

const reason = shownText('reason', REASON_MAX_LENGTH, 1);
const evidenceId = id('evidenceId');
const subject = z.enum(EVIDENCE_SUBJECTS, 'subject must be track, upload or comment');
const subjectId = id('subjectId');

/** Everything of a case but its audio. The caller packs the files into one archive. */
const exportView = z.strictObject({
  /** Texts; the last is `SHA256SUMS` of all files. */
  files: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  /** Null for a comment, and when the store has lost it. `url`: as in `getEvidence`. */
  audio: z.nullable(z.strictObject({ name: z.string(), url: z.string() })),
});
export type EvidenceExportView = z.output<typeof exportView>;

export const evidenceCalls = {
  /** Without the material; newest first by default. `total` comes with the first page. */
  getEvidenceCases: get({
    access: 'admin',
    query: z.object({
      direction: z.optional(z.enum(DIRECTIONS, 'direction must be desc or asc')),
      cursor,
    }),
    data: z.array(caseView),
    extra: z.strictObject({ nextCursor: z.optional(z.string()), total: z.optional(z.number()) }),
  }),

  /** The case of this subject; null when nothing of it is sealed. */
  findEvidence: get({
    access: 'admin',
    query: z.object({ subject, subjectId }),
    data: z.nullable(caseView),
  }),

  /**
   * Seals a recording, waiting upload or comment without a report. Deletion then leaves the sealed copy. The id of a
   * waiting edit, as an upload, names its recording; as in `findEvidence`.
   */
  holdEvidence: post({
    access: 'admin',
    body: z.object({ subject, subjectId, reason }),
    data: caseView,
  }),

  /**
   * The sealed texts, and a link to the audio. The audit log notes the reason. `conflict_of_interest`: the case is about the
   * caller's own content, and another admin can read it.
   */
  getEvidence: post({
    access: 'admin',
    freshPassword: true,
    body: z.object({ evidenceId, reason, password: passwordAgain }),
    data: openedView,
  }),

  /** The hold lasts this many days from now, if that is later. */
  extendEvidence: post({
    access: 'admin',
    body: z.object({
      evidenceId,
      days: z
        .int('days must be a whole number')
        .check(
          z.positive('days must be positive'),
          z.maximum(EVIDENCE_EXTENSION_MAX_DAYS, `days must be at most ${EVIDENCE_EXTENSION_MAX_DAYS}`),
        ),
      reason,
    }),
    data: caseView,
  }),

  /** The texts of the case, the audit log's entries about it, the SHA-256 of each file, and a link to the audio. Errors as above. */
  exportEvidence: post({
    access: 'admin',
    transaction: 'own',
    freshPassword: true,
    body: z.object({ evidenceId, reason, password: passwordAgain }),
    data: exportView,
  }),
};
