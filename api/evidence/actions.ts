// The admins' work with sealed evidence. Every access is in the audit log with its reason.
import { type ActionContext, implement } from '../action.ts';
import { evidenceCalls } from '../contract/evidence.ts';
import type { Db } from '../db/client.ts';
import { notFound } from '../errors.ts';
import { extendedBy } from './policy.ts';
import { presentCase, presentExport, presentOpened } from './present.ts';
import { auditAbout, type EvidenceRow, evidenceCases, findCase, findCaseOf, goneAmong } from './queries.ts';
import { extendCase, sealEvidence } from './store.ts';

async function requireCase(db: Db, id: string): Promise<EvidenceRow> {
  const row = await findCase(db, id);
  if (!row) throw notFound('Case');
  return row;
}

const viewOf = async ({ db, deps }: ActionContext, row: EvidenceRow) =>
  presentCase(row, deps.env.evidenceDays, (await goneAmong(db, [row])).has(row.id));

const entryOf = (action: string, id: string, detail: Record<string, unknown>) => ({
  action,
  targetType: 'evidence',
  targetId: id,
  detail,
  before: null,
  after: null,
});

/** The blob's bytes; null when the store has lost them. */
async function bytesOf({ deps: { blobs } }: ActionContext, file: string): Promise<Buffer | null> {
  const stored = await blobs.stat(file);
  if (!stored) return null;
  const pieces: Buffer[] = [];
  for await (const piece of await blobs.read(file, 0, stored.size - 1)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export const evidenceActions = implement(evidenceCalls, {
  async getEvidenceCases(_query, { db, deps }) {
    const rows = await evidenceCases(db);
    const gone = await goneAmong(db, rows);
    return rows.map((row) => presentCase(row, deps.env.evidenceDays, gone.has(row.id)));
  },

  async holdEvidence({ subject, subjectId, reason }, context) {
    const { db, now } = context;
    const about = { subject, id: subjectId };
    if (!(await sealEvidence(db, about, 'held', now))) throw notFound('What to hold');
    const row = await findCaseOf(db, about);
    if (!row) throw notFound('Case');
    await context.audit(entryOf('holdEvidence', row.id, { reason, subject, subjectId }));
    return viewOf(context, row);
  },

  async getEvidence({ evidenceId, reason }, context) {
    const row = await requireCase(context.db, evidenceId);
    await context.audit(entryOf('getEvidence', evidenceId, { reason }));
    return presentOpened(row, await viewOf(context, row));
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
    const row = await deps.db.transaction().execute(async (tx) => {
      const found = await requireCase(tx, evidenceId);
      await context.audit(entryOf('exportEvidence', evidenceId, { reason }), tx);
      return found;
    });
    const audit = await auditAbout(deps.db, row);
    const audio = row.file === null ? null : await bytesOf(context, row.file);
    return presentExport(row, audit, audio);
  },
});
