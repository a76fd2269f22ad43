// Sealed evidence: what an urgent report, rejection or removal is about, kept for admins alone until the hold ends.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { id, isoTime, passwordAgain, shownText } from './fields.ts';
import { REASON_MAX_LENGTH } from './limits.ts';

const EVIDENCE_SUBJECTS = ['track', 'upload', 'comment'] as const;
const EVIDENCE_CAUSES = ['report', 'rejected', 'removed', 'held'] as const;
/** Most days of one extension. */
const EVIDENCE_EXTENSION_MAX_DAYS = 365;

const caseView = z.strictObject({
  id: z.string(),
  subject: z.enum(EVIDENCE_SUBJECTS),
  subjectId: z.string(),
  cause: z.enum(EVIDENCE_CAUSES),
  /** Title of the recording, or the comment. */
  title: z.string(),
  username: z.string(),
  /** Bytes of the audio; 0 for a comment. */
  bytes: z.number(),
  since: isoTime,
  /** Erased after it, unless an urgent report is still undecided. */
  until: isoTime,
  /** The product no longer has it: only the sealed copy is left. */
  isGone: z.boolean(),
});
export type EvidenceCaseView = z.output<typeof caseView>;

const reason = shownText('reason', REASON_MAX_LENGTH, 1);
const evidenceId = id('evidenceId');

/** A file of the export. */
const exportedFile = z.strictObject({
  name: z.string(),
  /** Lower-case hex. */
  sha256: z.string(),
  base64: z.string(),
});

export const evidenceCalls = {
  /** Newest first, without the material. */
  getEvidenceCases: get({ access: 'admin', data: z.array(caseView) }),

  /** Seals a recording or waiting upload that nobody reported. Deletion then leaves the sealed copy. */
  holdEvidence: post({
    access: 'admin',
    body: z.object({
      subject: z.enum(EVIDENCE_SUBJECTS, 'subject must be track, upload or comment'),
      subjectId: id('subjectId'),
      reason,
    }),
    data: caseView,
  }),

  /** The sealed texts. The audit log notes the reason. */
  getEvidence: post({
    access: 'admin',
    freshPassword: true,
    body: z.object({ evidenceId, reason, password: passwordAgain }),
    data: z.strictObject({ case: caseView, snapshot: z.record(z.string(), z.unknown()) }),
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

  /** Everything of the case: audio, texts, the audit log's entries about it, and the SHA-256 of each file. */
  exportEvidence: post({
    access: 'admin',
    transaction: 'own',
    freshPassword: true,
    body: z.object({ evidenceId, reason, password: passwordAgain }),
    data: z.strictObject({ files: z.array(exportedFile) }),
  }),
};
