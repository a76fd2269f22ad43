// Counts and tables of the admin area.
import { seesAddresses } from '../accounts/policy.ts';
import { Answer, implement, signedIn } from '../action.ts';
import { overviewCalls } from '../contract/overview.ts';
import { checkAudit } from '../db/auditLog.ts';
import { reportContexts } from '../reports/context.ts';
import { presentReport } from '../reports/present.ts';
import { countAll } from './countQueries.ts';
import type { TablePage } from './pageQueries.ts';
import {
  ownerOfEntry,
  presentAuditCheck,
  presentAuditRow,
  presentCommentRow,
  presentCounts,
  presentTrackRow,
  presentUserRow,
} from './present.ts';
import {
  accountNames,
  auditTable,
  commentTable,
  reportTable,
  trackTable,
  userTable,
} from './tableQueries.ts';

function answerPage<Row, View>({ rows, ...extra }: TablePage<Row>, present: (row: Row) => View) {
  return new Answer(rows.map(present), extra);
}

export const overviewActions = implement(overviewCalls, {
  getOverview: async (_query, { db }) => presentCounts(await countAll(db)),

  getTrackTable: async (asked, { db }) => answerPage(await trackTable(db, asked), presentTrackRow),

  async getUserTable(asked, { db, viewer }) {
    const address = seesAddresses(viewer);
    return answerPage(await userTable(db, asked, address), (row) => presentUserRow(row, address));
  },

  getCommentTable: async (asked, { db }) => answerPage(await commentTable(db, asked), presentCommentRow),

  async getReportTable(asked, context) {
    const { rows, ...extra } = await reportTable(context.db, asked);
    const of = await reportContexts(context.db, signedIn(context).accountId, rows);
    return new Answer(
      rows.map((row) => presentReport(row, of(row))),
      extra,
    );
  },

  async getAuditTable(asked, { db }) {
    const page = await auditTable(db, asked);
    const names = await accountNames(db, [...new Set(page.rows.flatMap((row) => ownerOfEntry(row) ?? []))]);
    return answerPage(page, (row) => presentAuditRow(row, names));
  },

  /** A read on the reader connections. It is a POST because a password must not appear in a URL. */
  async checkAuditLog({ position, hash }, { callerKey, deps }) {
    const noted = position && hash ? { position, hash } : null;
    return presentAuditCheck(await checkAudit(deps.readers.as(callerKey), deps.keys.audit, noted));
  },
});
