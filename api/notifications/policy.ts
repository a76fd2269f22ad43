// Who is told of what.
import type { Preferences } from '../contract/accounts.ts';
import type { NotificationType } from '../contract/news.ts';

/** Which preference silences which kind; the others are always told. */
const SWITCHES: Partial<Record<NotificationType, keyof Preferences['notifications']>> = {
  like: 'likes',
  comment: 'comments',
  follow: 'follows',
};

/** Nobody is told of what they did themselves. */
export const isOwnDeed = (news: { accountId: string; actorId: string | null }): boolean =>
  news.actorId === news.accountId;

export const canBeSilenced = (type: NotificationType): boolean => SWITCHES[type] !== undefined;

export function isSilenced(preferences: Preferences, type: NotificationType): boolean {
  const preference = SWITCHES[type];
  return preference !== undefined && !preferences.notifications[preference];
}
