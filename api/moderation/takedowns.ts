// The destructive tools of admins; each asks for the password again where one click would empty the house.

import { findAccount, findAccountByName } from '../accounts/queries.ts';
import { type ActionContext, implement, signedIn } from '../action.ts';
import { accountCalls } from '../contract/actions/accounts.ts';
import { moderationCalls } from '../contract/actions/moderation.ts';
import { noteErased } from '../db/ledger.ts';
import { ApiError, notFound } from '../errors.ts';
import { eraseAccount } from '../profiles/erase.ts';
import { doomBlob, removeTrack, unlinkBlob } from '../tracks/store.ts';

/** The first three seeded recordings stay (S2 §6). */
const KEPT_DEMO_TRACKS = 3;

function unlinkAfterCommit({ afterCommit, deps }: ActionContext, files: readonly string[]): void {
  for (const file of files) afterCommit(() => unlinkBlob(deps, file));
}

export const accountTakedownActions = implement(accountCalls, {
  async deleteUser({ userId }, context) {
    const { accountId } = signedIn(context);
    const account = await findAccount(context.db, userId);
    if (!account) throw notFound('User');
    if (userId === accountId) throw new ApiError('conflict', 'Use deleteAccount for your own account');
    unlinkAfterCommit(context, await eraseAccount(context.db, userId, context.now));
    context.afterCommit(context.deps.emptyLog);
    const detail = { role: account.role, uploads: account.total_uploads };
    const target = { targetType: 'account', targetId: userId };
    await context.audit({ action: 'deleteUser', ...target, detail, before: account, after: null });
    return { userId };
  },
});

export const takedownActions = implement(moderationCalls, {
  async forceDeleteTrack({ trackTitle, username }, context) {
    const { db, now } = context;
    const owner = await findAccountByName(db, username);
    const tracks = owner
      ? await db
          .selectFrom('tracks')
          .selectAll()
          .where('account_id', '=', owner.id)
          .where('title', '=', trackTitle)
          .execute()
      : [];
    if (tracks.length === 0) throw notFound('A track of this title by this person');
    for (const before of tracks) {
      await removeTrack(db, before.id, now);
      const detail = { ownerId: owner?.id };
      const target = { targetType: 'track', targetId: before.id };
      await context.audit({ action: 'forceDeleteTrack', ...target, detail, before, after: null });
    }
    unlinkAfterCommit(
      context,
      tracks.map(({ file }) => file),
    );
    return { deleted: tracks.length };
  },

  async deleteAllUserContent(_body, context) {
    const { db, now } = context;
    const all = await db.selectFrom('tracks').select(['id', 'file', 'demo_position']).execute();
    const demo = all
      .filter((track) => track.demo_position !== null)
      .sort((a, b) => (a.demo_position ?? 0) - (b.demo_position ?? 0));
    const kept = new Set(demo.slice(0, KEPT_DEMO_TRACKS).map(({ id }) => id));
    const gone = all.filter(({ id }) => !kept.has(id));
    for (const { id } of gone) await removeTrack(db, id, now);
    const waiting = await db
      .selectFrom('uploads')
      .select(['id', 'file'])
      .where('status', '=', 'pending_review')
      .execute();
    for (const { file } of waiting) await doomBlob(db, file, now);
    const uploads = await db.deleteFrom('uploads').returning('id').execute();
    const comments = await db.deleteFrom('comments').returning('id').execute();
    await noteErased(
      db,
      'upload',
      uploads.map(({ id }) => id),
      now,
    );
    await noteErased(
      db,
      'comment',
      comments.map(({ id }) => id),
      now,
    );
    await db.updateTable('tracks').set({ comments_count: 0 }).execute();
    unlinkAfterCommit(
      context,
      [...gone, ...waiting].map(({ file }) => file),
    );
    const detail = { tracks: gone.length, uploads: waiting.length, kept: kept.size };
    await context.audit({
      action: 'deleteAllUserContent',
      targetType: 'database',
      targetId: 'content',
      detail,
      before: [...gone, ...waiting].map(({ id }) => id),
      after: [...kept],
    });
    return { kept: kept.size };
  },
});
