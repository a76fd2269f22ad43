// The two lists of the News page, and the actions on their rows. Read marks and removals go through the outbox.
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import type { ApiErrorCode } from '../../api/client.ts';
import { defineList, type ListState, type MoreState } from '../../state/lists.ts';
import { sendWriteAtom } from '../../state/outbox.ts';
import { sessionAtom } from '../../state/session.ts';
import { activityEntry, type Entry, notificationEntry } from './entries.ts';

export const TABS = ['notifications', 'activities'] as const;
export type TabName = (typeof TABS)[number];

const isThere = ({ isRemoved }: { isRemoved?: boolean }) => isRemoved !== true;

const notifications = defineList({
  action: 'getNotifications',
  table: 'notifications',
  tags: () => ['notifications'],
  hasCopy: true,
  isShown: isThere,
})({});
const activities = defineList({
  action: 'getActivities',
  table: 'activities',
  tags: () => ['activities'],
  hasCopy: true,
  isShown: isThere,
})({});

export type NewsState =
  | { status: 'loading' }
  | {
      status: 'ready' | 'failed';
      /** Newest first, without rows being removed. */
      entries: readonly Entry[];
      more: MoreState;
      refreshing: boolean;
      /** Why the last request failed. */
      code: ApiErrorCode | null;
      /** ISO time of this device's copy, when the copy is shown. */
      copyFrom: string | null;
    };

/** A visitor has no news, so the server is not asked. */
const NO_NEWS: NewsState = {
  status: 'ready',
  entries: [],
  more: 'end',
  refreshing: false,
  code: null,
  copyFrom: null,
};

/** A removal in progress: hidden from the screen now, and deleted on the server unless it is undone. */
export interface Removal {
  tab: TabName;
  /** One row, or `all` up to `until`. */
  id: string;
  /** ISO time; empty for one row. */
  until: string;
}

const removalAtom = atom<Removal | null>(null);
export const pendingRemovalAtom = atom((get) => get(removalAtom));

const isTaken = (removal: Removal | null, tab: TabName, { id, createdAt }: Entry): boolean =>
  removal?.tab === tab && (removal.id === 'all' ? createdAt <= removal.until : removal.id === id);

function newsState<Row>(
  get: Getter,
  tab: TabName,
  list: ListState<Row>,
  entryOf: (row: Row) => Entry,
): NewsState {
  if (list.status === 'loading') return list;
  const removal = get(removalAtom);
  const failure = list.status === 'failed' ? list : { code: null, copyFrom: null };
  return {
    status: list.status,
    entries: list.rows.map(entryOf).filter((entry) => !isTaken(removal, tab, entry)),
    more: list.more,
    refreshing: list.refreshing,
    code: failure.code,
    copyFrom: failure.copyFrom,
  };
}

const stateOf = (tab: TabName): Atom<NewsState> =>
  atom((get) => {
    const { status } = get(sessionAtom);
    if (status === 'visitor') return NO_NEWS;
    if (status === 'unknown') return { status: 'loading' };
    return tab === 'notifications'
      ? newsState(get, tab, get(notifications), notificationEntry)
      : newsState(get, tab, get(activities), activityEntry);
  });

const states: Record<TabName, Atom<NewsState>> = {
  notifications: stateOf('notifications'),
  activities: stateOf('activities'),
};
/** A component that reads it loads the list. */
export const newsAtom = (tab: TabName): Atom<NewsState> => states[tab];

export const loadNewsAtom = atom(null, (_get, set, tab: TabName, command: 'more' | 'refresh') =>
  tab === 'notifications' ? set(notifications, command) : set(activities, command),
);

/** Marks these rows as read: seen on screen, or marked by hand. */
export const markReadAtom = atom(null, (_get, set, ids: readonly string[]) =>
  ids.length > 0 ? set(sendWriteAtom, 'markNotificationAsRead', { notificationId: [...ids] }) : undefined,
);

/** Marks all loaded rows as read; rows that arrive meanwhile stay new. */
export const markAllReadAtom = atom(null, async (get, set, tab: TabName) => {
  const list = tab === 'notifications' ? get(notifications) : get(activities);
  const rows = list.status === 'loading' ? [] : list.rows;
  const [newest] = rows;
  if (!newest || rows.every(({ isRead }) => isRead)) return;
  const until = newest.createdAt;
  if (tab === 'notifications')
    await set(sendWriteAtom, 'markNotificationAsRead', { notificationId: 'all', until });
  else await set(sendWriteAtom, 'markActivityAsRead', { activityId: 'all', until });
});

/** Hides one row, or all loaded rows; the previous removal becomes final. */
export const removeAtom = atom(null, (get, set, tab: TabName, id: string) => {
  set(finishRemovalAtom);
  const state = get(newsAtom(tab));
  const [newest] = state.status === 'loading' ? [] : state.entries;
  if (newest) set(removalAtom, { tab, id, until: id === 'all' ? newest.createdAt : '' });
});

export const undoRemovalAtom = atom(null, (_get, set) => set(removalAtom, null));

/** The removal was not undone: send it to the server. */
export const finishRemovalAtom = atom(null, (get, set) => {
  const removal = get(removalAtom);
  if (removal === null) return;
  const { tab, id, until } = removal;
  const upTo = id === 'all' ? { until } : {};
  const which = id === 'all' ? id : [id];
  if (tab === 'notifications')
    void set(sendWriteAtom, 'removeNotification', { notificationId: which, ...upTo });
  else void set(sendWriteAtom, 'removeActivity', { activityId: which, ...upTo });
  set(removalAtom, null);
});
