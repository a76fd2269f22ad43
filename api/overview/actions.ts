// The cards and tables of the admin area.
import { seesAddresses } from '../accounts/policy.ts';
import { Answer, implement } from '../action.ts';
import { overviewCalls } from '../contract/actions/overview.ts';
import { checkAudit } from '../db/auditCheck.ts';
import { presentReport } from '../reports/present.ts';
import { auditOfTable, countAudit, fewAudit } from './auditQueries.ts';
import { commentsOfTable, countComments } from './commentQueries.ts';
import { findComments } from './commentWordQueries.ts';
import { countAll } from './countQueries.ts';
import { type Asked, pageOf, type Total } from './pageQueries.ts';
import {
  presentAuditCheck,
  presentAuditRow,
  presentCommentRow,
  presentCounts,
  presentTrackRow,
  presentUserRow,
} from './present.ts';
import { countReports, fewReports, reportsOfTable } from './reportQueries.ts';
import { countTracks, tracksOfTable } from './trackQueries.ts';
import { findTracks } from './trackWordQueries.ts';
import { countUsers, usersOfTable } from './userQueries.ts';
import { findUsers } from './userWordQueries.ts';

interface Table<Row, View> {
  rows: Promise<Row[]>;
  /** Counted with the first page alone. */
  count: () => Promise<Total>;
  present: (row: Row) => View;
}

async function answerPage<Row extends Parameters<typeof pageOf>[0][number], View>(
  asked: Asked,
  { rows, count, present }: Table<Row, View>,
) {
  const counting = asked.cursor === undefined ? count() : undefined;
  const [all, counted] = await Promise.all([rows, counting]);
  const page = pageOf(all, asked);
  const total = counted === undefined ? {} : { total: counted.n };
  const more = counted?.isLeast ? { totalIsLeast: true as const } : {};
  const next = page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor };
  return new Answer(page.rows.map(present), { ...next, ...total, ...more });
}

export const overviewActions = implement(overviewCalls, {
  getOverview: async (_query, { db }) => presentCounts(await countAll(db)),

  async getTrackTable(asked, { db }) {
    const found = await findTracks(db, asked);
    return answerPage(asked, {
      rows: tracksOfTable(db, asked, found),
      count: () => countTracks(db, asked, found),
      present: presentTrackRow,
    });
  },

  async getUserTable(asked, { db, viewer }) {
    const address = seesAddresses(viewer);
    const found = await findUsers(db, asked, address);
    return answerPage(asked, {
      rows: usersOfTable(db, asked, address, found),
      count: () => countUsers(db, asked, address, found),
      present: (row) => presentUserRow(row, address),
    });
  },

  async getCommentTable(asked, { db }) {
    const found = await findComments(db, asked);
    return answerPage(asked, {
      rows: commentsOfTable(db, asked, found),
      count: () => countComments(db, asked, found),
      present: presentCommentRow,
    });
  },

  async getReportTable(asked, { db }) {
    const few = await fewReports(db, asked);
    return answerPage(asked, {
      rows: reportsOfTable(db, asked, few),
      count: () => countReports(db, asked, few),
      present: presentReport,
    });
  },

  async getAuditTable(asked, { db }) {
    const few = await fewAudit(db, asked);
    return answerPage(asked, {
      rows: auditOfTable(db, asked, few),
      count: () => countAudit(db, asked, few),
      present: presentAuditRow,
    });
  },

  /** A read beside the thread of writes, asked for as a write because a password has no place in an address. */
  async checkAuditLog({ position, hash }, { callerKey, deps }) {
    const noted = position && hash ? { position, hash } : null;
    return presentAuditCheck(await checkAudit(deps.readers.as(callerKey), deps.keys.audit, noted));
  },
});
