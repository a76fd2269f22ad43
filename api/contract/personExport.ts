// Everything stored about one person, for that person (GDPR art. 15 and 20).
import * as z from 'zod/mini';
import { isoTime } from './fields.ts';
import { decisionView } from './reports.ts';

const text = z.string();

const time = z.nullable(isoTime);

const words = z.nullable(text);

/** The person's texts or settings, as stored. */
const stored = z.record(text, z.unknown());

const reaction = z.strictObject({ id: text, trackId: text, createdAt: time });

export const personExport = z.strictObject({
  account: z.strictObject({
    id: text,
    username: text,
    email: words,
    bio: text,
    tags: z.array(text),
    preferences: stored,
    adultConfirmedAt: time,
    createdAt: time,
    lastSeenAt: time,
    eraseAt: time,
  }),
  sessions: z.array(z.strictObject({ createdAt: time, lastSeenAt: time, browser: text })),
  tracks: z.array(
    z.strictObject({
      id: text,
      title: text,
      description: text,
      tags: z.array(text),
      gender: words,
      transcript: text,
      allowComments: z.boolean(),
      seconds: z.number(),
      audio: text,
      envelope: words,
      smallAudio: words,
      createdAt: time,
    }),
  ),
  uploads: z.array(
    z.strictObject({
      id: text,
      title: text,
      description: text,
      originalName: text,
      transcript: text,
      allowComments: z.boolean(),
      status: text,
      reason: text,
      consentAt: time,
      replaces: words,
      createdAt: time,
      decidedAt: time,
    }),
  ),
  edits: z.array(
    z.strictObject({
      id: text,
      trackId: text,
      before: stored,
      after: stored,
      status: text,
      reason: words,
      createdAt: time,
    }),
  ),
  comments: z.array(z.strictObject({ id: text, trackId: text, content: text, createdAt: time })),
  likes: z.array(reaction),
  bookmarks: z.array(reaction),
  commentLikes: z.array(z.strictObject({ id: text, commentId: text, createdAt: time })),
  follows: z.array(z.strictObject({ id: text, followingId: text, createdAt: time })),
  hiddenPeople: z.array(z.strictObject({ personId: text, kind: text, createdAt: time })),
  consents: z.array(z.strictObject({ id: text, version: z.number(), givenAt: time, withdrawnAt: time })),
  oldUsernames: z.array(z.strictObject({ username: text, until: time })),
  countedUploads: z.array(z.strictObject({ id: text, seconds: z.number(), createdAt: time })),
  /** Result of past reviews; null before the first one. */
  trust: z.nullable(z.strictObject({ cleanApprovals: z.number(), setting: text })),
  unfinishedUploads: z.array(
    z.strictObject({ id: text, bytes: z.number(), createdAt: time, expiresAt: time }),
  ),
  notifications: z.array(
    z.strictObject({
      id: text,
      type: text,
      trackId: words,
      trackTitle: words,
      commentText: words,
      isRead: z.boolean(),
      createdAt: time,
    }),
  ),
  activities: z.array(
    z.strictObject({
      id: text,
      type: text,
      trackId: words,
      trackTitle: words,
      commentText: words,
      createdAt: time,
    }),
  ),
  reports: z.array(
    z.strictObject({
      id: text,
      type: text,
      targetId: text,
      category: words,
      atSeconds: z.nullable(z.number()),
      reason: text,
      status: text,
      createdAt: time,
    }),
  ),
  /** Removed content of the person. */
  decisions: z.array(decisionView),
});
export type PersonExport = z.output<typeof personExport>;
