// Creates notifications from what happened, never from a body. Call inside the transaction of the event.
import { preferencesOf } from '../accounts/preferences.ts';
import { moderatorIds, preferencesJsonOf } from '../accounts/queries.ts';
import { blockOf } from '../blocks/queries.ts';
import type { NotificationType } from '../contract/news.ts';
import type { Preferences } from '../contract/preferences.ts';
import type { Db } from '../db/client.ts';
import { followersOf } from '../follows/queries.ts';
import { insertNotification, type NewNotification } from './store.ts';

/** The notification type each preference turns off; other types are always sent. */
const SILENCES: Record<keyof Preferences['notifications'], NotificationType> = {
  likes: 'like',
  comments: 'comment',
  follows: 'follow',
};
const switches = Object.keys(SILENCES) as (keyof typeof SILENCES)[];
const switchOf = (type: NotificationType) => switches.find((each) => SILENCES[each] === type);

/** Accounts are not notified of their own actions. */
const isOwnAction = (news: { accountId: string; actorId: string | null }): boolean =>
  news.actorId === news.accountId;

const canBeSilenced = (type: NotificationType): boolean => switchOf(type) !== undefined;

function isSilenced(preferences: Preferences, type: NotificationType): boolean {
  const preference = switchOf(type);
  return preference !== undefined && !preferences.notifications[preference];
}

async function wantsNotification(db: Db, { accountId, actorId, type }: NewNotification): Promise<boolean> {
  if (actorId !== null && (await blockOf(db, accountId, actorId)) !== null) return false;
  if (!canBeSilenced(type)) return true;
  const stored = await preferencesJsonOf(db, accountId);
  return !isSilenced(preferencesOf(stored ?? '{}'), type);
}

export async function notify(db: Db, news: NewNotification, now: number): Promise<void> {
  if (isOwnAction(news) || !(await wantsNotification(db, news))) return;
  await insertNotification(db, news, now);
}

type TakedownType = Extract<NewNotification['type'], 'track_taken_down' | 'comment_taken_down'>;

/** Notifies the owner of a recording or comment removed without a report; `reason` may be empty. */
export const notifyTakedown = (
  db: Db,
  takedown: Pick<NewNotification, 'accountId' | 'trackId' | 'trackTitle'> & { type: TakedownType },
  reason: string,
  now: number,
): Promise<void> => notify(db, { ...takedown, actorId: null, commentText: reason.trim() || null }, now);

/** Notifies followers of a published recording. */
export async function notifyFollowers(
  db: Db,
  accountId: string,
  subject: { trackId: string; trackTitle: string },
  now: number,
): Promise<void> {
  for (const follower of await followersOf(db, accountId)) {
    const news = {
      accountId: follower,
      type: 'followed_user_upload',
      actorId: accountId,
      ...subject,
    } as const;
    await notify(db, news, now);
  }
}

/** Notifies all moderators except `exceptId`, who gets another notification. */
export async function notifyModerators(
  db: Db,
  news: Pick<NewNotification, 'type' | 'trackTitle'>,
  exceptId: string,
  now: number,
): Promise<void> {
  for (const accountId of await moderatorIds(db))
    if (accountId !== exceptId) await notify(db, { ...news, accountId, actorId: null }, now);
}
