// Changes username, bio, tags, e-mail and preferences.
import { refuseGuestName } from '../accounts/policy.ts';
import { preferencesOf } from '../accounts/preferences.ts';
import type { AccountRow } from '../accounts/queries.ts';
import { changedNameProblem } from '../accounts/rules.ts';
import { renameAccount, updateProfile } from '../accounts/store.ts';
import type { ActionContext } from '../action.ts';
import type { UserUpdates } from '../contract/accounts.ts';
import { invalid } from '../errors.ts';
import { renameInSearchRows } from '../search/indexStore.ts';
import { normaliseTag } from '../tracks/tags.ts';

async function rename(
  { db, deps, now }: ActionContext,
  account: AccountRow,
  username: string,
): Promise<void> {
  refuseGuestName(account);
  const problem = changedNameProblem(account, username, deps.env.admin?.username ?? null);
  if (problem) throw invalid('username', problem.issue, problem.text);
  await renameAccount(db, account, username, now);
  await renameInSearchRows(db, account.id, username);
}

/** The changed columns. */
function changesOf(account: AccountRow, updates: UserUpdates) {
  const tags = updates.tags?.map(normaliseTag).filter((tag) => tag !== null);
  return {
    ...(updates.bio === undefined ? {} : { bio: updates.bio.trim() }),
    ...(tags === undefined ? {} : { tags_json: JSON.stringify([...new Set(tags)]) }),
    ...(updates.email === undefined ? {} : { email: updates.email }),
    ...(updates.preferences === undefined
      ? {}
      : { preferences_json: JSON.stringify(preferencesOf(account.preferences_json, updates.preferences)) }),
  };
}

/** Call inside a transaction. Throws `forbidden`, `invalid_body` or `username_taken`. */
export async function updatePerson(
  context: ActionContext,
  account: AccountRow,
  updates: UserUpdates,
): Promise<void> {
  const { username } = updates;
  if (username !== undefined && username !== account.username) await rename(context, account, username);
  await updateProfile(context.db, account.id, changesOf(account, updates));
}
