// Rules of who receives which notification.

import type { NotificationType } from '../contract/news.ts';
import type { Preferences } from '../contract/preferences.ts';

/** The notification type each preference turns off; other types are always sent. */
const SILENCES: Record<keyof Preferences['notifications'], NotificationType> = {
  likes: 'like',
  comments: 'comment',
  follows: 'follow',
};
const switches = Object.keys(SILENCES) as (keyof typeof SILENCES)[];
const switchOf = (type: NotificationType) => switches.find((each) => SILENCES[each] === type);

/** Accounts are not notified of their own actions. */
export const isOwnAction = (news: { accountId: string; actorId: string | null }): boolean =>
  news.actorId === news.accountId;

export const canBeSilenced = (type: NotificationType): boolean => switchOf(type) !== undefined;

export function isSilenced(preferences: Preferences, type: NotificationType): boolean {
  const preference = switchOf(type);
  return preference !== undefined && !preferences.notifications[preference];
}
