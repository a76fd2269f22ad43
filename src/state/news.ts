// Unread news of this account: the red dot of the top bar and the badge of the installed app. The last count is stored for
// when the server is out of reach. Opening the News page clears the dot on this device.
import { atom } from 'jotai/vanilla';
import { accountOf, identityAtom } from './identity.ts';
import { statePortsAtom } from './ports.ts';
import { createQuery } from './queries.ts';
import { sessionAtom } from './session.ts';

const SETTING = 'news';

interface SeenNews {
  /** Account. */
  of: string;
  unread: number;
  /** ISO time of the newest notification, and of the newest that was there when the page was open; empty for none. */
  newest: string;
  seen: string;
}

const NOTHING: SeenNews = { of: '', unread: 0, newest: '', seen: '' };
const isSeenNews = (value: unknown): value is SeenNews =>
  typeof value === 'object' && value !== null && typeof (value as SeenNews).seen === 'string';

const writtenAtom = atom<SeenNews | null>(null);
/** News of the current account, or of the previous one until the account is known. */
const seenNewsAtom = atom(
  (get): SeenNews => {
    const stored =
      get(writtenAtom) ?? get(statePortsAtom).settings.read<SeenNews>(SETTING, isSeenNews, NOTHING);
    const identity = get(identityAtom);
    return identity === null || accountOf(identity) === stored.of ? stored : NOTHING;
  },
  (get, set, part: Partial<SeenNews>) => {
    const changed = { ...get(seenNewsAtom), ...part, of: accountOf(get(identityAtom) ?? '') ?? '' };
    set(writtenAtom, changed);
    get(statePortsAtom).settings.write(SETTING, changed);
  },
);

const unreadQuery = createQuery<null>({
  key: 'unread',
  tags: ['notifications', 'unread'],
  async load(get, set, signal) {
    const { data, unreadCount } = await get(statePortsAtom).read(
      'getNotifications',
      { limit: '1' },
      { signal },
    );
    if (!signal.aborted) set(seenNewsAtom, { unread: unreadCount, newest: data[0]?.createdAt ?? '' });
    return null;
  },
});

/** The unread count; 0 when the News page was opened after the newest arrived. */
export const newsDotAtom = atom((get): number => {
  if (get(sessionAtom).status === 'signedIn') get(unreadQuery.stateAtom);
  const { unread, newest, seen } = get(seenNewsAtom);
  return newest > seen ? unread : 0;
});

/** Call when the News page opens: everything known so far counts as seen. */
export const seeNewsAtom = atom(null, (get, set) => {
  const { newest, seen } = get(seenNewsAtom);
  if (newest > seen) set(seenNewsAtom, { seen: newest });
});
