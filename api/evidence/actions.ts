// The admins' work with sealed evidence. Every access is in the audit log with its reason.
import { createHash } from 'node:crypto';
import { refuseOwnCase } from '../accounts/ownCase.ts';
import { type ActionContext, Answer, implement, signedIn } from '../action.ts';
import { evidenceCalls } from '../contract/evidence.ts';
import type { Db } from '../db/client.ts';
import { notFound } from '../errors.ts';
import { pageOfTable } from '../overview/pageQueries.ts';
import { audioLink } from './audioLink.ts';
import { extendedBy } from './policy.ts';
import { presentCase, presentExport, presentOpened } from './present.ts';
import {
  auditAbout,
  type CaseRow,
  caseTable,
  type EvidenceRow,
  findCase,
  findCaseOf,
  goneAmong,
  subjectOf,
} from './queries.ts';
import { readSnapshot } from './snapshot.ts';
import { extendCase, sealEvidence } from './store.ts';

async function requireCase(db: Db, id: string): Promise<EvidenceRow> {
  const row = await findCase(db, id);
  if (!row) throw notFound('Case');
  return row;
}

/** Another admin reads a case about the caller's own content: it contains the words of the reports. */
function refuseOwner(context: ActionContext, row: EvidenceRow) {
  const { accountId } = signedIn(context);
  const isOwn = readSnapshot(row).states.some(({ person }) => person?.id === accountId);
  return refuseOwnCase(context, isOwn ? 'owner' : null, ['admin']);
}

const viewOf = async ({ db, deps }: ActionContext, row: CaseRow) =>
  presentCase(row, deps.env.evidenceDays, (await goneAmong(db, [row])).has(row.id));

const entryOf = (action: string, id: string, detail: Record<string, unknown>) => ({
  action,
  targetType: 'evidence',
  targetId: id,
  detail,
  before: null,
  after: null,
});

const linkTo = (context: ActionContext, file: string): string =>
  audioLink(context.deps.keys, file, signedIn(context), context.now);

/** Name, link and SHA-256 of the audio; null when the store has lost it. */
async function exportedAudio(context: ActionContext, file: string) {
  const { blobs } = context.deps;
  const stored = await blobs.stat(file);
  if (!stored) return null;
  const hash = createHash('sha256');
  for await (const piece of await blobs.read(file, 0, stored.size - 1)) hash.update(piece as Buffer);
  return { name: `audio-${file}`, sha256: hash.digest('hex'), url: linkTo(context, file) };
}

export const evidenceActions = implement(evidenceCalls, {
  async getEvidenceCases(asked, context) {
    const { rows, ...paging } = await pageOfTable<CaseRow>(context.db, asked, caseTable(context.db));
    const gone = await goneAmong(context.db, rows);
    const { evidenceDays } = context.deps.env;
    return new Answer(
      rows.map((row) => presentCase(row, evidenceDays, gone.has(row.id))),
      paging,
    );
  },

  async findEvidence({ subject, subjectId }, context) {
    const row = await findCaseOf(context.db, await subjectOf(context.db, { subject, id: subjectId }));
    return row ? viewOf(context, row) : null;
  },

  async holdEvidence({ subject, subjectId, reason }, context) {
    const { db, now } = context;
    const about = await subjectOf(db, { subject, id: subjectId });
    if (!(await sealEvidence(db, about, 'held', now))) throw notFound('What to hold');
    const row = await findCaseOf(db, about);
    if (!row) throw notFound('Case');
    await context.audit(
      entryOf('holdEvidence', row.id, { reason, subject: about.subject, subjectId: about.id }),
    );
    return viewOf(context, row);
  },

  async getEvidence({ evidenceId, reason }, context) {
    const row = await requireCase(context.db, evidenceId);
    const ownCase = await refuseOwner(context, row);
    await context.audit(entryOf('getEvidence', evidenceId, { reason, ...ownCase }));
    const url = row.file === null ? null : linkTo(context, row.file);
    return presentOpened(row, await viewOf(context, row), url);
  },

  async extendEvidence({ evidenceId, days, reason }, context) {
    const { db, now } = context;
    await requireCase(db, evidenceId);
    await extendCase(db, evidenceId, extendedBy(days, now));
    await context.audit(entryOf('extendEvidence', evidenceId, { reason, days }));
    return viewOf(context, await requireCase(db, evidenceId));
  },

  async exportEvidence({ evidenceId, reason }, context) {
    const { deps } = context;
    const ownCase = await refuseOwner(context, await requireCase(deps.db, evidenceId));
    const row = await deps.db.transaction().execute(async (tx) => {
      const found = await requireCase(tx, evidenceId);
      await context.audit(entryOf('exportEvidence', evidenceId, { reason, ...ownCase }), tx);
      return found;
    });
    const audit = await auditAbout(deps.db, row);
    return presentExport(row, audit, row.file === null ? null : await exportedAudio(context, row.file));
  },
});
