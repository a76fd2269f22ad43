// Accounts with sessions and content, written directly to the database: for permission tests, which need many accounts.
import { randomUUID } from 'node:crypto';
import { insertAccount } from '../../../api/accounts/store.ts';
import type { Role } from '../../../api/contract/roles.ts';
import { addCommentReaction, addTrackReaction } from '../../../api/reactions/store.ts';
import { endSession, startSession } from '../../../api/sessions/queries.ts';
import { hashToken } from '../../../api/sessions/tokens.ts';
import { insertTrack } from '../../../api/tracks/store.ts';
import { insertUpload } from '../../../api/uploads/store.ts';
import { buildAudio } from './audioColumns.ts';
import type { Client } from './publish.ts';
import type { TestApp } from './testApp.ts';

export interface Actor extends Client {
  accountId: string;
  username: string;
}

let serial = 0;

/** An account of this role with a session; `passwordHash` stays unset. */
export async function actor(app: Pick<TestApp, 'deps' | 'url'>, role: Role): Promise<Actor> {
  const { db } = app.deps;
  serial++;
  const username = `${role}_${serial}`;
  const accountId = await insertAccount(db, { username, role }, app.deps.now());
  const token = await startSession(db, accountId, app.deps.now());
  return { url: app.url, cookie: `aural=${token}`, accountId, username };
}

/** The same actor with an ended session. */
export async function revoked(app: Pick<TestApp, 'deps' | 'url'>, role: Role): Promise<Actor> {
  const person = await actor(app, role);
  await endSession(app.deps.db, hashToken(person.cookie.split('=')[1] ?? ''));
  return person;
}

/** A visible track without bytes. */
export async function track(
  app: Pick<TestApp, 'deps' | 'url'>,
  owner: Actor,
  title = 'A track',
  tags = ['Soft'],
  id: string = randomUUID(),
): Promise<string> {
  await app.deps.db.transaction().execute((tx) =>
    insertTrack(tx, {
      id,
      accountId: owner.accountId,
      username: owner.username,
      uploadId: null,
      audio: buildAudio({ duration: 10 }),
      title,
      description: 'About it',
      gender: 'Female',
      tags,
      demoPosition: null,
      createdAt: app.deps.now(),
    }),
  );
  return id;
}

/** A pending upload without bytes. */
export async function waitingUpload(
  app: Pick<TestApp, 'deps' | 'url'>,
  owner: Actor,
  title = 'Waiting',
): Promise<string> {
  const id = randomUUID();
  await insertUpload(app.deps.db, {
    id,
    account_id: owner.accountId,
    ...buildAudio({ duration: 10, lufs: null }),
    original_name: 'secret-name.mp3',
    title,
    description: '',
    gender: 'Female',
    tags_json: '["Female"]',
    container: 'mp3',
    codec: 'mp3',
    flags_json: '[]',
    reason: 'secret-reason',
    duplicate_count: 0,
    file_key: 'secret-file-key',
    consent_at: null,
    status: 'pending_review',
    track_id: null,
    created_at: app.deps.now(),
    decided_at: null,
    decided_by: null,
    decision_reason: null,
  });
  return id;
}

export async function comment(
  app: Pick<TestApp, 'deps' | 'url'>,
  author: Actor,
  trackId: string,
): Promise<string> {
  const id = randomUUID();
  await app.deps.db
    .insertInto('comments')
    .values({
      id,
      track_id: trackId,
      account_id: author.accountId,
      content: 'Hm',
      likes: 0,
      created_at: app.deps.now(),
    })
    .execute();
  await app.deps.db
    .updateTable('tracks')
    .set((eb) => ({ comments_count: eb('comments_count', '+', 1) }))
    .where('id', '=', trackId)
    .execute();
  return id;
}

export async function like(
  app: Pick<TestApp, 'deps' | 'url'>,
  by: Actor,
  trackId: string,
  owner: Actor,
  kind: 'likes' | 'bookmarks' = 'likes',
): Promise<string> {
  const reaction = { trackId, ownerId: owner.accountId, accountId: by.accountId };
  return (await addTrackReaction(app.deps.db, kind, reaction, app.deps.now())).id;
}

export async function commentLike(
  app: Pick<TestApp, 'deps' | 'url'>,
  by: Actor,
  commentId: string,
): Promise<string> {
  return (await addCommentReaction(app.deps.db, { commentId, accountId: by.accountId }, app.deps.now())).id;
}

export async function report(
  app: Pick<TestApp, 'deps' | 'url'>,
  by: Actor,
  trackId: string,
  reason = 'secret-report',
): Promise<string> {
  const id = randomUUID();
  const { title, account_id: owner } = await app.deps.db
    .selectFrom('tracks')
    .select(['title', 'account_id'])
    .where('id', '=', trackId)
    .executeTakeFirstOrThrow();
  await app.deps.db
    .insertInto('reports')
    .values({
      id,
      type: 'recording',
      target_id: trackId,
      track_id: trackId,
      reporter_id: by.accountId,
      reported_id: owner,
      category: null,
      at_seconds: null,
      reason,
      words: title,
      track_title: title,
      status: 'pending',
      created_at: app.deps.now(),
      reviewed_by: null,
      reviewed_at: null,
      outcome: null,
      appeal: null,
      appealed_at: null,
    })
    .execute();
  return id;
}
