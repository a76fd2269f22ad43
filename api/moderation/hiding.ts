// An urgent report, or several of independent accounts, hides a recording until a moderator decides.
import { createHash } from 'node:crypto';
import { type ActionContext, isGuest, signedIn } from '../action.ts';
import {
  DISMISSED_URGENT_MAX,
  REPORTERS_TO_HIDE,
  type ReportCategory,
  type ReportType,
  urgentProofText,
} from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import { ApiError } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { dismissedUrgentReports, isHeldBack, isSettledFor, otherReporters } from '../reports/queries.ts';
import { isUrgent } from '../reports/rules.ts';
import { setHidden } from '../tracks/store.ts';
import { verifyCapToken } from '../uploads/ticket.ts';
import { spendTicket } from '../uploads/ticketStore.ts';

interface NewReport {
  type: ReportType;
  targetId: string;
  trackId: string;
  category: ReportCategory | null;
}

/** A guest costs nothing, so that hiding costs a proof of work, and one address hides only a few. Throws for a bad proof. */
async function hasPaid(
  context: ActionContext,
  about: NewReport,
  capToken: string | undefined,
): Promise<boolean> {
  const { db, deps, now, viewer } = context;
  if (!isGuest(viewer)) return true;
  if (capToken === undefined) return false;
  const ticket = verifyCapToken(deps.keys.ticket, capToken, now);
  const wanted = createHash('sha256').update(urgentProofText(about.type, about.targetId)).digest('hex');
  if (ticket.accountId !== viewer?.accountId || ticket.sha256 !== wanted)
    throw new ApiError('cap_token_invalid', 'The capToken is for something else');
  await spendTicket(db, ticket);
  return context.hasBudget('urgentReport');
}

/** Whether a new report hides the recording until it is decided. Throws for a bad proof of work. */
export async function hidesRecording(
  context: ActionContext,
  about: NewReport,
  capToken: string | undefined,
): Promise<boolean> {
  const { db, viewer } = context;
  const { category, trackId, type } = about;
  const { accountId } = signedIn(context);
  if (type === 'comment' || (await isSettledFor(db, about))) return false;
  if ((await dismissedUrgentReports(db, accountId)) >= DISMISSED_URGENT_MAX) return false;
  if (isUrgent(category)) return hasPaid(context, about, capToken);
  return !isGuest(viewer) && (await otherReporters(db, trackId, accountId)) + 1 >= REPORTERS_TO_HIDE;
}

/** Hides the recording or shows it again, as its undecided reports require, and notifies the owner. */
export async function followReports(db: Db, trackId: string, now: number): Promise<void> {
  const isHidden = await isHeldBack(db, trackId);
  const track = await setHidden(db, trackId, isHidden, now);
  if (!track) return;
  // News about a recording that is not public is not shown: the first one names only the title.
  const subject = isHidden
    ? ({ type: 'track_hidden' } as const)
    : ({ type: 'track_shown', trackId } as const);
  const news = { accountId: track.account_id, actorId: null, trackTitle: track.title };
  await notify(db, { ...news, ...subject }, now);
}
