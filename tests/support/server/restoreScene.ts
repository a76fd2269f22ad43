// An installation with a backup, and every kind of later change that a restore must keep.
import { rm } from 'node:fs/promises';
import { hashPassword } from '../../../api/accounts/passwords.ts';
import { autoApproveIsOn } from '../../../api/configuration/autoApprove.ts';
import { firstBrokenAudit } from '../../../api/db/auditLog.ts';
import { backup } from '../../../api/jobs/backup.ts';
import { endSession, startSession } from '../../../api/sessions/queries.ts';
import { hashToken } from '../../../api/sessions/tokens.ts';
import { noteConsent } from '../../../api/tracks/consentStore.ts';
import { PASSWORD, withPassword } from './accessTable.ts';
import { type Actor, actor, comment, report, track, waitingUpload } from './actors.ts';
import { createInstallation, type Installation, type OpenApp } from './installation.ts';
import { type Client, callAction, signIn, visitor } from './publish.ts';
import type { TestApp } from './testApp.ts';

export interface RestoreScene {
  installation: Installation;
  /** Where the backup is. */
  backup: string;
  /** Appears only in rows of erased accounts. */
  canary: string;
  /** One sentence per undone action; `access` also checks sessions, passwords and roles. */
  undone(access: boolean): Promise<string[]>;
  /** Rows of the audit log when the installation was closed. */
  auditRows: number;
  remove(): Promise<void>;
}

const NEW_PASSWORD = 'Neues-Geheimnis-3';

/** Adds audio for every track and pending upload without any. */
async function plantBlobs({ deps }: OpenApp): Promise<void> {
  const rows = [
    ...(await deps.db.selectFrom('tracks').select(['file', 'size']).execute()),
    ...(await deps.db.selectFrom('uploads').select(['file', 'size']).execute()),
  ];
  for (const { file, size } of rows) {
    if (await deps.blobs.stat(file)) continue;
    await deps.blobs.put(file, Buffer.alloc(size, file));
  }
}

export async function createRestoreScene(): Promise<RestoreScene> {
  // Some tests remove the audio; reading the rest must still work.
  const installation = await createInstallation({ STORAGE_ADOPT: 'on' }, 'file');
  const app = await installation.open();
  const asApp = app as unknown as TestApp;
  const { db } = app.deps;
  const canary = 'canary-of-the-erased';

  const admin = await actor(asApp, 'admin');
  const formerModerator = await actor(asApp, 'moderator');
  const owner = await actor(asApp, 'user');
  const other = await actor(asApp, 'user');
  const leaver = await actor(asApp, 'user');
  await db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', 'in', [owner.accountId, admin.accountId])
    .execute();
  await db.updateTable('accounts').set({ bio: canary }).where('id', '=', leaver.accountId).execute();
  const kept = await track(asApp, owner, 'Kept');
  const deleted = await track(asApp, owner, canary);
  const described = await track(asApp, owner, 'Old words');
  const misdescribed = await track(asApp, owner, 'Right words');
  await track(asApp, leaver, `${canary} leaving`);
  const remark = await comment(asApp, other, kept);
  const [approved, approvedAndGone, rejected] = [
    await waitingUpload(asApp, other, 'To be approved'),
    await waitingUpload(asApp, other, `${canary} approved`),
    await waitingUpload(asApp, other, 'To be rejected'),
  ];
  const undecided = await waitingUpload(asApp, other, 'Undecided');
  await waitingUpload(asApp, leaver, `${canary} waiting`);
  await callAction(owner, 'updateTrack', { trackId: described, updates: { title: 'New words' } });
  await callAction(owner, 'updateTrack', { trackId: misdescribed, updates: { title: 'Wrong words' } });
  const [resolved, dropped] = [await report(asApp, other, kept), await report(asApp, owner, kept)];
  const editOf = async (trackId: string) =>
    (
      await db
        .selectFrom('track_edits')
        .select('id')
        .where('track_id', '=', trackId)
        .executeTakeFirstOrThrow()
    ).id;
  const [goodEdit, badEdit] = [await editOf(described), await editOf(misdescribed)];
  const takenDown = await track(asApp, owner, 'Taken down');
  const [forced, appealed] = [await track(asApp, owner, 'Forced'), await report(asApp, other, takenDown)];
  const demoted = await withPassword(asApp, await actor(asApp, 'moderator'));
  const going = await actor(asApp, 'user');
  await db.insertInto('uploader_trust').values({ account_id: owner.accountId, clean_approvals: 4 }).execute();
  const hide = (who: Actor, target: Actor, kind: 'mute' | 'block') =>
    callAction(who, 'hidePerson', { userId: target.accountId, kind });
  await callAction(owner, 'addFollow', { follow: { followingId: going.accountId } });
  await hide(owner, other, 'mute');
  await hide(owner, formerModerator, 'block');
  const shared = await track(asApp, owner, 'Of two people');
  const consent = { id: shared, accountId: owner.accountId, version: 1, givenAt: app.deps.now() };
  await db.transaction().execute((tx) => noteConsent(tx, consent));
  const lost = await startSession(db, owner.accountId, app.deps.now());
  await callAction(admin, 'setAutoApproveStatus', { status: false });
  await plantBlobs(app);
  const folder = `${installation.directory}-backup`;
  await backup(installation.env, folder);

  await callAction(leaver, 'deleteAccount', {});
  await callAction(owner, 'deleteTrack', { trackId: deleted });
  await callAction(admin, 'deleteComment', { commentId: remark });
  const { id: trackId } = await callAction<{ id: string }>(admin, 'approveUpload', { uploadId: approved });
  const gone = await callAction<{ id: string }>(admin, 'approveUpload', { uploadId: approvedAndGone });
  await callAction(other, 'deleteTrack', { trackId: gone.id });
  await callAction(admin, 'rejectUpload', { uploadId: rejected, reason: 'Too loud' });
  await callAction(admin, 'approveUpload', { uploadId: goodEdit });
  await callAction(admin, 'rejectUpload', { uploadId: badEdit });
  await callAction(admin, 'updateReportStatus', { reportId: resolved, status: 'resolved' });
  await callAction(admin, 'deleteReport', { reportId: dropped });
  const password = PASSWORD;
  const resolution = { status: 'resolved', outcome: 'removed', ruleId: 'honest', decisionReason: 'Not here' };
  await callAction(admin, 'updateReportStatus', { reportId: appealed, ...resolution });
  await callAction(owner, 'appealDecision', { decisionId: appealed, appeal: 'But why' });
  await callAction(formerModerator, 'answerAppeal', {
    reportId: appealed,
    outcome: 'declined',
    answer: 'It stays so',
  });
  await callAction(admin, 'forceDeleteTrack', {
    trackTitle: 'Forced',
    username: owner.username,
    ruleId: 'own',
    password,
  });
  await callAction(admin, 'setRole', { userId: demoted.accountId, role: 'user', password });
  await callAction(admin, 'setUploaderTrust', { userId: other.accountId, trust: 'watched' });
  await callAction(admin, 'escalateUpload', { uploadId: undecided, note: 'Somebody else, please' });
  await callAction(admin, 'setAutoApproveStatus', { status: true });
  await hide(owner, going, 'block');
  await hide(owner, other, 'block');
  await callAction(owner, 'showPerson', { userId: formerModerator.accountId });
  const { token } = await callAction<{ token: string }>(owner, 'createConsentLink', { recordingId: shared });
  await callAction(visitor(app.url), 'withdrawConsent', { token });
  await callAction(going, 'planDeletion', {});
  await endSession(db, hashToken(lost));
  const changed: Client = { url: app.url, cookie: owner.cookie };
  await callAction(changed, 'changePassword', { password: PASSWORD, newPassword: NEW_PASSWORD });
  await db
    .updateTable('accounts')
    .set({ role: 'user' })
    .where('id', '=', formerModerator.accountId)
    .execute();
  const auditRows = (await db.selectFrom('audit_log').select('position').execute()).length;
  await app.close();

  const erased = [leaver.accountId, deleted, remark, gone.id, dropped, shared];
  const hidden = [takenDown, forced];
  return {
    installation,
    backup: folder,
    canary,
    auditRows,
    remove: async () => {
      await installation.remove();
      await rm(folder, { recursive: true, force: true });
    },
    undone: async (access) => {
      const again = await installation.open();
      try {
        return [
          ...(await undoneActions(again, erased)),
          ...(access ? await undoneAccess(again, { owner, lost, changed, formerModerator }) : []),
        ];
      } finally {
        await again.close();
      }
    },
  };

  async function undoneActions({ deps }: OpenApp, ids: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const table of ['accounts', 'tracks', 'comments', 'uploads', 'reports'] as const) {
      const rows = await deps.db.selectFrom(table).select('id').where('id', 'in', ids).execute();
      for (const { id } of rows) found.push(`erased, but in ${table}: ${id}`);
    }
    const uploads = await deps.db.selectFrom('uploads').selectAll().execute();
    const statusOf = (id: string) => uploads.find((row) => row.id === id)?.status ?? null;
    const expect = (what: string, is: unknown, should: unknown) => {
      if (is !== should) found.push(`${what} is ${is}, not ${should}`);
    };
    expect('the approved upload', statusOf(approved), 'approved');
    expect('its track', uploads.find((row) => row.id === approved)?.track_id, trackId);
    expect('the upload of the deleted track', statusOf(approvedAndGone), null);
    expect('the rejected upload', statusOf(rejected), 'rejected');
    for (const id of hidden) {
      const track = await deps.db
        .selectFrom('tracks')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst();
      expect('the taken-down track', track?.status, 'removed');
    }
    expect('the undecided upload', statusOf(undecided), 'pending_review');
    const titles = await deps.db.selectFrom('tracks').select(['id', 'title']).execute();
    const titleOf = (id: string) => titles.find((row) => row.id === id)?.title;
    expect('the title of the approved track', titleOf(trackId), 'To be approved');
    expect('the approved edit', titleOf(described), 'New words');
    expect('the rejected edit', titleOf(misdescribed), 'Right words');
    expect('the kept track', titleOf(kept), 'Kept');
    const edits = await deps.db
      .selectFrom('track_edits')
      .select('id')
      .where('status', '=', 'pending_review')
      .execute();
    expect('the number of waiting edits', edits.length, 0);
    const status = await deps.db
      .selectFrom('reports')
      .select('status')
      .where('id', '=', resolved)
      .executeTakeFirst();
    expect('the resolved report', status?.status, 'resolved');
    const answered = await deps.db
      .selectFrom('reports')
      .select(['appeal', 'appeal_outcome', 'appeal_answer', 'outcome'])
      .where('id', '=', appealed)
      .executeTakeFirst();
    expect('the outcome of the appealed report', answered?.outcome, 'removed');
    expect('the answer to the appeal', answered?.appeal_outcome, 'declined');
    expect('its words', answered?.appeal_answer, 'It stays so');
    expect('whether the appeal is used', typeof answered?.appeal, 'string');
    const people = await deps.db.selectFrom('accounts').select(['id', 'role', 'erase_at']).execute();
    const person = ({ accountId }: Actor) => people.find(({ id }) => id === accountId);
    expect('who was a moderator', person(demoted)?.role, 'user');
    expect('the planned end of an account', typeof person(going)?.erase_at, 'number');
    const trust = await deps.db.selectFrom('uploader_trust').selectAll().execute();
    const trustOf = ({ accountId }: Actor) => trust.find((row) => row.account_id === accountId);
    expect('the forfeited trust', trustOf(owner)?.clean_approvals, 0);
    expect('the watched uploader', trustOf(other)?.override, 'watched');
    const blocks = await deps.db
      .selectFrom('blocks')
      .selectAll()
      .where('account_id', '=', owner.accountId)
      .execute();
    const kindOf = ({ accountId }: Actor) => blocks.find((row) => row.other_id === accountId)?.kind ?? null;
    expect('who was blocked since', kindOf(going), 'block');
    expect('who was muted before and blocked since', kindOf(other), 'block');
    expect('who was blocked and is not any more', kindOf(formerModerator), null);
    const follows = await deps.db.selectFrom('follows').selectAll().execute();
    expect('follows of who was blocked', follows.length, 0);
    const consents = await deps.db.selectFrom('consents').selectAll().execute();
    expect('the withdrawal', typeof consents[0]?.withdrawn_at, 'number');
    const escalated = await deps.db.selectFrom('review_escalations').selectAll().execute();
    expect('the escalated upload', escalated[0]?.upload_id, undecided);
    expect('automatic approval', await autoApproveIsOn(deps.db), true);
    expect('the break of the audit log', await firstBrokenAudit(deps.db, deps.keys.audit), null);
    for (const { file } of await deps.db.selectFrom('tracks').select('file').execute()) {
      if (!(await deps.blobs.stat(file))) found.push(`no bytes of ${file}`);
    }
    return found;
  }

  async function undoneAccess(
    { deps, url }: OpenApp,
    people: { owner: Actor; lost: string; changed: Client; formerModerator: Actor },
  ): Promise<string[]> {
    const found: string[] = [];
    const sessions = new Set(
      (await deps.db.selectFrom('sessions').select('token_hash').execute()).map((row) => row.token_hash),
    );
    const has = (cookie: string) => sessions.has(hashToken(cookie.split('=')[1] ?? cookie));
    if (has(`=${people.lost}`)) found.push('an ended session is back');
    if (has(people.owner.cookie)) found.push('a session from before the new password is back');
    if (!has(people.changed.cookie)) found.push('a session begun since is gone');
    const formerModeratorNow = await deps.db
      .selectFrom('accounts')
      .select('role')
      .where('id', '=', people.formerModerator.accountId)
      .executeTakeFirst();
    if (formerModeratorNow?.role !== 'user')
      found.push(`who was a moderator is ${formerModeratorNow?.role} again`);
    const signsIn = (password: string) =>
      signIn(url, people.owner.username, password).then(
        () => true,
        () => false,
      );
    if (await signsIn(PASSWORD)) found.push('the old password opens the account again');
    if (!(await signsIn(NEW_PASSWORD))) found.push('the new password does not open the account');
    return found;
  }
}
