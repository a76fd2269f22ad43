// The cards and tables of the admin area.
import { seesAddresses } from '../accounts/policy.ts';
import { Answer, implement } from '../action.ts';
import { overviewCalls } from '../contract/actions/overview.ts';
import { checkAudit } from '../db/auditCheck.ts';
import { presentReport } from '../reports/present.ts';
import { auditOfTable, countAudit } from './auditQueries.ts';
import { commentsOfTable, countComments } from './commentQueries.ts';
import { countAll } from './countQueries.ts';
import { type Asked, pageOf } from './pageQueries.ts';
import {
  presentAuditCheck,
  presentAuditRow,
  presentCommentRow,
  presentCounts,
  presentTrackRow,
  presentUserRow,
} from './present.ts';
import { countReports, reportsOfTable } from './reportQueries.ts';
import { countTracks, tracksOfTable } from './trackQueries.ts';
import { countUsers, usersOfTable } from './userQueries.ts';

interface Table<Row, View> {
  rows: Promise<Row[]>;
  /** Counted with the first page alone. */
  count: () => Promise<number>;
  idOf: (row: Row) => string | number;
  present: (row: Row) => View;
}

async function answerPage<Row extends { sort_value: unknown }, View>(
  asked: Asked,
  { rows, count, idOf, present }: Table<Row, View>,
) {
  const page = pageOf(await rows, idOf, asked);
  const total = asked.cursor === undefined ? { total: await count() } : {};
  const next = page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor };
  return new Answer(page.rows.map(present), { ...next, ...total });
}

const byId = ({ id }: { id: string }) => id;

export const overviewActions = implement(overviewCalls, {
  getOverview: async (_query, { db }) => presentCounts(await countAll(db)),

  getTrackTable: (asked, { db }) =>
    answerPage(asked, {
      rows: tracksOfTable(db, asked),
      count: () => countTracks(db, asked),
      idOf: byId,
      present: presentTrackRow,
    }),

  getUserTable(asked, { db, viewer }) {
    const address = seesAddresses(viewer);
    return answerPage(asked, {
      rows: usersOfTable(db, asked, address),
      count: () => countUsers(db, asked, address),
      idOf: byId,
      present: (row) => presentUserRow(row, address),
    });
  },

  getCommentTable: (asked, { db }) =>
    answerPage(asked, {
      rows: commentsOfTable(db, asked),
      count: () => countComments(db, asked),
      idOf: byId,
      present: presentCommentRow,
    }),

  getReportTable: (asked, { db }) =>
    answerPage(asked, {
      rows: reportsOfTable(db, asked),
      count: () => countReports(db, asked),
      idOf: byId,
      present: presentReport,
    }),

  getAuditTable: (asked, { db }) =>
    answerPage(asked, {
      rows: auditOfTable(db, asked),
      count: () => countAudit(db, asked),
      idOf: ({ position }) => position,
      present: presentAuditRow,
    }),

  async checkAuditLog({ position, hash }, { db, deps }) {
    const noted = position && hash ? { position: Number(position), hash } : null;
    return presentAuditCheck(await checkAudit(db, deps.keys.audit, noted));
  },
});
