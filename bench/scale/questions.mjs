// What listeners and moderators ask of a large data set: each question is a list of requests that differ, so that no answer is
// cached; requests come from twenty addresses.
import { MEMBER_EVERY, picker, tags, words } from './dataSet.mjs';

const NEAR_MS = 7 * 24 * 3600 * 1000;
const GENDERS = ['all', 'females', 'males', 'couples', 'diverse'];
const BASE = '/upload.php?action=';
const cursorOf = (...place) => Buffer.from(JSON.stringify(place)).toString('base64url');
const path = (action, query = {}) => `${BASE}${action}&${new URLSearchParams(query)}`;

/**
 * @param {{ dataSet: object, places: object[], people: string[], admins: string[], count: number }} world
 *   `places`: rows of recordings from anywhere, with what lists are ordered by
 * @returns {{ room: string, name: string, requests: { path: string, headers: object }[], mayBeEmpty?: boolean }[]}
 */
export function questionsOf({ dataSet, places, newest, people, admins, count }) {
  const { sizes, trackIds, accountIds } = dataSet;
  const by = (token) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  let kind = 100;
  /** `make` gets random numbers, and the position in the list. */
  const ask = (room, name, make, tokens) => {
    const mine = kind++;
    const requests = Array.from({ length: count }, (_, at) => {
      const pick = picker(mine, at);
      const token = tokens?.[at % tokens.length];
      return { path: make(pick, at), headers: by(token) };
    });
    return { room, name, requests };
  };
  const one = (pick, list) => list[pick.below(list.length)];
  const gender = (pick) => one(pick, GENDERS);
  /** Pages of 15 to 20, so that few are requested twice. */
  const tracks = (query, pick) =>
    path('getTracks', { limit: pick ? String(15 + pick.below(6)) : '20', ...query });
  const table = (action, make) => (pick) => path(action, make(pick));
  const rare = (pick) => words[10_000 + pick.below(10_000)];
  const middling = (pick) => words[200 + pick.below(800)];
  const common = (pick) => words[pick.below(20)];
  const search = (name, make) =>
    ask('search', name, (pick) => tracks({ query: make(pick), gender: gender(pick) }, pick));
  const direction = (pick) => one(pick, ['desc', 'asc']);
  const piece = (pick, word) => word.slice(pick.below(2), pick.below(2) + 4);

  const sorted = (action, sorts, placeOf) =>
    sorts.map((sort) =>
      ask(
        'admin',
        `${action} by ${sort}, anywhere`,
        table(action, (pick) => {
          const cursor = placeOf[sort] && pick.below(3) > 0 ? { cursor: placeOf[sort](pick) } : {};
          return { sort, direction: direction(pick), ...cursor };
        }),
        admins,
      ),
    );
  const place = (pick) => one(pick, places);
  const account = (pick) => pick.below(sizes.accounts);
  /** Idle guests are removed some day. */
  const member = (pick) => MEMBER_EVERY * pick.below(Math.floor(sizes.accounts / MEMBER_EVERY));
  const KINDS_OF_WORDS = [
    ['a common word', common],
    ['a middling word', middling],
    ['a rare word', rare],
    ['a piece of a word', (pick) => piece(pick, middling(pick))],
    ['what nothing has', (pick) => `qx${pick.hex(1)}`],
  ];
  /** As the tab shows matches, and by another column. */
  const searched = (action, sorts) => [
    ...KINDS_OF_WORDS.map(([name, word]) =>
      ask(
        'admin',
        `${action}, ${name}`,
        table(action, (pick) => ({ search: word(pick), limit: String(40 + pick.below(11)) })),
        admins,
      ),
    ),
    ...(sorts.length === 0
      ? []
      : [
          ask(
            'admin',
            `${action}, any word by another column`,
            table(action, (pick) => ({
              search: one(pick, KINDS_OF_WORDS)[1](pick),
              sort: one(pick, sorts),
              direction: direction(pick),
            })),
            admins,
          ),
        ]),
  ];

  return [
    ask('feed', 'sections of a visitor', (pick) =>
      path('getTracks', {
        category: one(pick, ['new', 'top_rated', 'most_commented']),
        gender: gender(pick),
        limit: '6',
      }),
    ),
    ask(
      'feed',
      'sections, signed in',
      (pick) =>
        path('getTracks', {
          category: one(pick, ['new', 'top_rated', 'most_commented', 'bookmarked', 'subscribs']),
          gender: gender(pick),
          limit: '6',
        }),
      people,
    ),
    ask('category', 'new, anywhere', (pick) => {
      const { created_at, id } = one(pick, newest);
      return tracks({ category: 'new', gender: gender(pick), cursor: cursorOf(created_at, id) });
    }),
    ask('category', 'top rated, anywhere', (pick) => {
      const { likes, plays, id } = place(pick);
      return tracks({ category: 'top_rated', gender: gender(pick), cursor: cursorOf(likes, id, plays) });
    }),
    ask('category', 'most commented, anywhere', (pick) => {
      const { comments_count, duration, id } = place(pick);
      return tracks({
        category: 'most_commented',
        gender: gender(pick),
        cursor: cursorOf(comments_count, id, duration),
      });
    }),
    ask('category', 'everything, anywhere', (pick) => {
      const { created_at, id } = place(pick);
      return tracks({ gender: gender(pick), cursor: cursorOf(created_at, id) });
    }),
    ask('category', 'the last pages', (pick) =>
      tracks({ category: 'top_rated', cursor: cursorOf(0, `${pick.hex(1)}-z`, pick.below(40)) }),
    ),
    ask('category', 'bookmarked', (pick) => tracks({ category: 'bookmarked' }, pick), people),
    ask('category', 'of followed people', (pick) => tracks({ category: 'subscribs' }, pick), people),
    search('a common word', common),
    search('a middling word', middling),
    search('a rare word', rare),
    search('two common words', (pick) => `${common(pick)} ${words[6 + pick.below(6)]}`),
    search('a common and a rare word', (pick) => `${common(pick)} ${rare(pick)}`),
    search('the beginning of a word', (pick) => middling(pick).slice(0, 3)),
    search('the inside of a word', (pick) => rare(pick).slice(1, 6)),
    search('nothing has it', (pick) => `qx${pick.hex(1)}`),
    ask('search', 'a typing error', (pick) => {
      const word = words[5000 + pick.below(10_000)];
      return tracks({ query: `${word.slice(0, 3)}x${word.slice(4)}`, similar: 'true' });
    }),
    ask('search', 'a common word by votes', (pick) =>
      tracks({ query: common(pick), category: 'top_rated', gender: gender(pick) }, pick),
    ),
    ask('search', 'a common tag', (pick) =>
      tracks({ tags: tags[pick.below(10)], gender: gender(pick) }, pick),
    ),
    ask('search', 'a rare tag', (pick) => tracks({ tags: tags[1000 + pick.below(2000)] })),
    ask('search', 'two tags', (pick) => tracks({ tags: `${tags[pick.below(10)]},${one(pick, tags)}` })),
    ask('search', 'names of tags', (pick) => path('getTags', { query: one(pick, tags).slice(0, 3) })),
    ask('profile', 'the person', (pick) => path('getUser', { userId: accountIds[member(pick)] })),
    ask('profile', 'their recordings', (pick) =>
      tracks({ user: accountIds[pick.skewed(sizes.accounts)], gender: gender(pick) }),
    ),
    ask('profile', 'what they like', (pick) => tracks({ likedBy: accountIds[account(pick)] })),
    ask('profile', 'comments of a recording', (pick) =>
      path('getComments', { trackId: trackIds[pick.below(sizes.tracks)] }),
    ),
    ask(
      'profile',
      'news and diary',
      (_pick, at) => path(at % 2 ? 'getNotifications' : 'getActivities'),
      people,
    ),
    ask('admin', 'the cards', () => path('getOverview'), admins),
    ask(
      'admin',
      'the curves',
      (pick) => path('getStatistics', { days: one(pick, ['7', '30', '90', '365']) }),
      admins,
    ),
    ask('admin', 'the queue', () => path('getPendingUploads'), admins),
    ask('admin', 'the reports', () => path('getReports'), admins),
    ask('admin', 'newest accounts', () => path('getUsers'), admins),
    ...sorted('getTrackTable', ['date', 'title', 'user', 'length', 'size', 'likes', 'comments'], {
      date: (pick) => cursorOf(place(pick).created_at, place(pick).id),
      title: (pick) => cursorOf(place(pick).title, place(pick).id),
      user: (pick) => cursorOf(dataSet.username(account(pick)), place(pick).id),
      length: (pick) => cursorOf(place(pick).duration, place(pick).id),
      size: (pick) => cursorOf(place(pick).size, place(pick).id),
      likes: (pick) => cursorOf(place(pick).likes, place(pick).plays, place(pick).id),
      comments: (pick) => cursorOf(place(pick).comments_count, place(pick).duration, place(pick).id),
    }),
    ...sorted('getUserTable', ['registered', 'username', 'email', 'uploads', 'likes', 'verified', 'role'], {
      registered: (pick) => cursorOf(place(pick).created_at - NEAR_MS, 'a'),
      username: (pick) => cursorOf(dataSet.username(account(pick)), 'a'),
      uploads: (pick) => cursorOf(pick.below(20), accountIds[account(pick)]),
      likes: (pick) => cursorOf(pick.below(200), accountIds[account(pick)]),
      role: (pick) => cursorOf(one(pick, ['guest', 'user']), accountIds[account(pick)]),
    }),
    ...sorted('getCommentTable', ['date', 'user', 'track', 'likes'], {
      date: (pick) => cursorOf(place(pick).created_at, 'a'),
      user: (pick) => cursorOf(dataSet.username(account(pick)), 'a'),
      track: (pick) => cursorOf(place(pick).title, 'a'),
      likes: (pick) => cursorOf(pick.below(40), place(pick).id),
    }),
    ...sorted('getReportTable', ['date', 'type', 'content', 'reporter', 'reason', 'status'], {
      date: (pick) => cursorOf(place(pick).created_at, 'a'),
      reporter: (pick) => cursorOf(pick.below(2), pick.hex(1)),
    }),
    ...sorted('getAuditTable', ['date'], { date: (pick) => cursorOf(1 + pick.below(sizes.audit)) }),
    ...searched('getTrackTable', ['title', 'length', 'likes']),
    ...searched('getUserTable', ['username', 'uploads']),
    ...searched('getCommentTable', ['likes']),
    ...searched('getReportTable', ['status']),
    ...searched('getAuditTable', []),
  ];
}
