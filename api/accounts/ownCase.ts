// Separation of duty: moderators never decide about their own content, report or decision, unless no other moderator can.
import { type ActionContext, signedIn } from '../action.ts';
import type { Involvement } from '../contract/reportCategories.ts';
import { DECIDING_ROLES, type Role } from '../contract/roles.ts';
import type { Db } from '../db/client.ts';
import { ApiError } from '../errors.ts';
import { hasOthersOfRole } from './queries.ts';

const WHY: Record<Involvement, string> = {
  owner: 'It is about your own content: another moderator decides',
  reporter: 'You reported it: another moderator decides',
  decider: 'You made this decision: another moderator answers the appeal',
};

/** Whether another account can decide. */
export const othersDecide = (
  db: Db,
  accountId: string,
  roles: readonly Role[] = DECIDING_ROLES,
): Promise<boolean> => hasOthersOfRole(db, accountId, roles);

/**
 * Throws `conflict_of_interest` if the caller has a part in the case and an account with one of the roles can decide instead.
 * Returns what the audit log notes about the part of the only moderator.
 */
export async function refuseOwnCase(
  context: ActionContext,
  involvement: Involvement | null,
  roles: readonly Role[] = DECIDING_ROLES,
): Promise<{ ownCase?: Involvement }> {
  if (involvement === null) return {};
  if (await othersDecide(context.db, signedIn(context).accountId, roles))
    throw new ApiError('conflict_of_interest', WHY[involvement]);
  return { ownCase: involvement };
}
