// What stands in a large house, from seeds: every row follows from its number, so that any table can be made again alone.
// Words follow Zipf's law over 20,000 of them: one is in most recordings, most are in a few.

const DAY_MS = 24 * 3600 * 1000;
/** The house is so old; the newest recording came a second ago. */
const DAYS = 5 * 365;
const GENDERS = ['Female', 'Male', 'Couple', 'Diverse'];
const WORDS = 20_000;
const TAGS = 3000;
const SYLLABLES = 'ka to mi re lu san vel dor ne ri bal os tem fu gra wi nol pes tar ju lim ven ko sha'.split(
  ' ',
);

/** Beside the three that are asked for, by number of tracks, likes and accounts. */
function sizesOf({ tracks, likes, accounts }) {
  return {
    ...{ accounts, tracks, likes },
    bookmarks: Math.floor(likes / 10),
    comments: tracks,
    follows: accounts * 5,
    news: accounts * 5,
    reports: Math.ceil(tracks / 100),
    uploads: Math.ceil(tracks / 60),
    audit: Math.ceil(tracks / 50),
  };
}

/** Of one row: numbers from its kind and number. */
export function picker(kind, index) {
  let state = Math.imul(kind, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return (word ^ (word >>> 14)) >>> 0;
  };
  const part = () => next() / 2 ** 32;
  return {
    below: (count) => Math.floor(part() * count),
    /** The first ones much more often; the first of a million has a two-thousandth. */
    skewed: (count, power = 2) => Math.floor(part() ** power * count),
    hex: (words) => Array.from({ length: words }, () => next().toString(16).padStart(8, '0')).join(''),
    part,
  };
}

/** An id as the server makes them. */
function idOf(kind, index) {
  const hex = picker(kind, index).hex(4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const wordAt = (number) => {
  let left = number + SYLLABLES.length;
  let word = '';
  for (; left > 0; left = Math.floor(left / SYLLABLES.length)) word += SYLLABLES[left % SYLLABLES.length];
  return word;
};
export const words = Array.from({ length: WORDS }, (_, number) => wordAt(number));
export const tags = Array.from({ length: TAGS }, (_, number) => `${wordAt(number)}y`);
/** Zipf: the n-th word comes 1/n as often as the first. */
const zipf = (pick, count) => Math.min(count - 1, Math.floor(count ** pick.part()) - 1);
const text = (pick, count) => Array.from({ length: count }, () => words[zipf(pick, WORDS)]).join(' ');

/** One account of so many is a member's, the others are guests'. */
export const MEMBER_EVERY = 3;
const KIND = { account: 1, track: 2, like: 3, bookmark: 4, comment: 5, follow: 6, news: 7, diary: 8 };
const { report: REPORT, upload: UPLOAD } = { report: 9, upload: 10 };

/** @param {{ tracks: number, likes: number, accounts: number }} counts @param {number} now milliseconds */
export function createHouse(counts, now) {
  const sizes = sizesOf(counts);
  const back = (index, count, days = DAYS) => now - 1000 - Math.floor((index * days * DAY_MS) / count);
  const accountIds = Array.from({ length: sizes.accounts }, (_, at) => idOf(KIND.account, at));
  const trackIds = Array.from({ length: sizes.tracks }, (_, at) => idOf(KIND.track, at));
  const username = (at) => `${words[at % 4000]}_${at}`;
  const ownerOf = (at) => picker(20, at).skewed(sizes.accounts);
  /** What is liked often is spread over the years. */
  const spread = (rank) => (rank * 7919) % sizes.tracks;

  /** Pairs without repeats: `many` of each account, more of some. */
  function* pairs(kind, total, among, power) {
    let left = total;
    for (let at = 0; at < sizes.accounts && left > 0; at++) {
      const pick = picker(kind, at);
      const mean = left / (sizes.accounts - at);
      const isLast = at === sizes.accounts - 1;
      const wanted = Math.min(left, among, isLast ? left : Math.floor(3 * mean * pick.part() ** 2 + 0.5));
      const chosen = new Set();
      while (chosen.size < wanted) chosen.add(pick.skewed(among, power));
      for (const other of chosen) yield [at, other];
      left -= chosen.size;
    }
  }

  const counted = {
    likes: new Uint32Array(sizes.tracks),
    bookmarks: new Uint32Array(sizes.tracks),
    comments: new Uint32Array(sizes.tracks),
    likesOfOwner: new Uint32Array(sizes.accounts),
    uploads: new Uint32Array(sizes.accounts),
    plays: new Float64Array(sizes.accounts),
    followers: new Uint32Array(sizes.accounts),
    following: new Uint32Array(sizes.accounts),
  };
  const commented = (at) => spread(picker(21, at).skewed(sizes.tracks, 2.5));
  const playsOf = (at) => counted.likes[at] * 11 + picker(22, at).below(40);
  for (const [, rank] of pairs(KIND.like, sizes.likes, sizes.tracks, 2.5)) counted.likes[spread(rank)]++;
  for (const [, rank] of pairs(KIND.bookmark, sizes.bookmarks, sizes.tracks, 2.5))
    counted.bookmarks[spread(rank)]++;
  for (let at = 0; at < sizes.comments; at++) counted.comments[commented(at)]++;
  for (let at = 0; at < sizes.tracks; at++) {
    const owner = ownerOf(at);
    counted.uploads[owner]++;
    counted.likesOfOwner[owner] += counted.likes[at];
    counted.plays[owner] += playsOf(at);
  }
  const followed = function* () {
    for (const [at, other] of pairs(KIND.follow, sizes.follows, sizes.accounts, 2))
      if (at !== other) yield [at, other];
  };
  for (const [at, other] of followed()) {
    counted.following[at]++;
    counted.followers[other]++;
  }

  const times = (count, rowOf) =>
    function* () {
      for (let at = 0; at < count; at++) yield rowOf(at);
    };
  const marks = (kind, total) =>
    function* () {
      let at = 0;
      for (const [account, rank] of pairs(kind, total, sizes.tracks, 2.5)) {
        const track = spread(rank);
        const created_at = now - 1000 - Math.floor((now - back(track, sizes.tracks)) * picker(23, at).part());
        yield {
          id: idOf(kind, at++),
          track_id: trackIds[track],
          account_id: accountIds[account],
          created_at,
        };
      }
    };
  const titleOf = (at) => text(picker(24, at), 2 + picker(24, at).below(4));
  const tagsOf = (at) => {
    const pick = picker(25, at);
    return [...new Set(Array.from({ length: 1 + pick.below(5) }, () => tags[zipf(pick, TAGS)]))];
  };
  const sessions = Math.floor(sizes.accounts / 4);
  const newsRow = (kind, at) => {
    const pick = picker(kind, at);
    const track = pick.below(sizes.tracks);
    return {
      id: idOf(kind, at),
      account_id: accountIds[pick.skewed(sizes.accounts)],
      other: accountIds[pick.below(sizes.accounts)],
      track_id: trackIds[track],
      track_title: titleOf(track),
      created_at: back(at, sizes.news, 180),
    };
  };

  const trackRow = (at) => {
    const pick = picker(KIND.track, at);
    const gender = GENDERS[pick.below(GENDERS.length)];
    const created_at = back(at, sizes.tracks);
    const file = picker(30, at).hex(4);
    return {
      id: trackIds[at],
      account_id: accountIds[ownerOf(at)],
      upload_id: null,
      file: `${file}.mp3`,
      mime_type: 'audio/mpeg',
      size: 1_000_000 + pick.below(9_000_000),
      title: titleOf(at),
      description: text(pick, pick.below(24)),
      gender,
      tags_json: JSON.stringify([gender, ...tagsOf(at)]),
      duration: 20 + pick.below(20_000) / 7,
      face: Buffer.from(pick.hex(16), 'hex').toString('base64'),
      lufs: -20 + pick.below(4),
      envelope: `${file}.bands`,
      status: 'active',
      plays: playsOf(at),
      likes: counted.likes[at],
      bookmarks: counted.bookmarks[at],
      comments_count: counted.comments[at],
      transcript: '',
      allow_comments: 1,
      demo_position: null,
      created_at,
      updated_at: created_at,
    };
  };
  /** In the order they came in, as a server writes them. */
  const oldestFirst = (count, rowOf) => times(count, (at) => rowOf(count - 1 - at));

  return {
    sizes,
    accountIds,
    trackIds,
    username,
    titleOf,
    tagsOf,
    playsOf,
    /** By table, each a function that gives the rows; none comes before one it refers to. */
    tables: {
      accounts: times(sizes.accounts, (at) => ({
        id: accountIds[at],
        username: username(at),
        username_key: username(at),
        role: at % MEMBER_EVERY === 0 ? 'user' : 'guest',
        password_hash: at % MEMBER_EVERY === 0 ? 'none' : null,
        recovery_hash: null,
        email: at % 6 === 0 ? `${username(at)}@example.org` : null,
        bio: at % 5 === 0 ? text(picker(26, at), 12) : '',
        tags_json: '[]',
        preferences_json: '{}',
        is_verified: at % 500 === 0 ? 1 : 0,
        is_demo: 0,
        adult_confirmed_at: null,
        total_uploads: counted.uploads[at],
        total_plays: counted.plays[at],
        total_likes: counted.likesOfOwner[at],
        followers_count: counted.followers[at],
        following_count: counted.following[at],
        created_at: back(sizes.accounts - at, sizes.accounts),
        last_seen_at: now - picker(27, at).below(300 * DAY_MS),
        deleted_at: null,
        erase_at: null,
      })),
      sessions: times(sessions, (at) => ({
        token_hash: picker(28, at).hex(8),
        account_id: accountIds[picker(29, at).below(sizes.accounts)],
        created_at: now - picker(28, at).below(20 * DAY_MS),
        last_seen_at: now - picker(28, at).below(DAY_MS),
        browser: '',
      })),
      tracks: oldestFirst(sizes.tracks, trackRow),
      track_tags: function* () {
        for (let at = sizes.tracks - 1; at >= 0; at--) {
          const gender = GENDERS[picker(KIND.track, at).below(GENDERS.length)].toLowerCase();
          for (const tag of new Set([gender, ...tagsOf(at)])) yield { track_id: trackIds[at], tag };
        }
      },
      tag_uses: function* () {
        const uses = new Map();
        for (let at = 0; at < sizes.tracks; at++)
          for (const tag of tagsOf(at)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
        for (const [tag, n] of uses) yield { tag, uses: n };
      },
      likes: marks(KIND.like, sizes.likes),
      bookmarks: marks(KIND.bookmark, sizes.bookmarks),
      comments: oldestFirst(sizes.comments, (at) => ({
        id: idOf(KIND.comment, at),
        track_id: trackIds[commented(at)],
        account_id: accountIds[picker(31, at).below(sizes.accounts)],
        content: text(picker(KIND.comment, at), 3 + picker(32, at).below(14)),
        likes: picker(33, at).skewed(40),
        created_at: back(at, sizes.comments),
      })),
      follows: function* () {
        let at = 0;
        for (const [from, to] of followed())
          yield {
            id: idOf(KIND.follow, at++),
            follower_id: accountIds[from],
            following_id: accountIds[to],
            created_at: now - 1000 - picker(34, at).below(300 * DAY_MS),
          };
      },
      notifications: oldestFirst(sizes.news, (at) => {
        const { other, ...row } = newsRow(KIND.news, at);
        return { ...row, type: 'like', actor_id: other, comment_text: null, is_read: at % 3 ? 1 : 0 };
      }),
      activities: oldestFirst(sizes.news, (at) => {
        const { other, ...row } = newsRow(KIND.diary, at);
        return { ...row, type: 'my_like', other_account_id: other, comment_text: null, is_read: 1 };
      }),
      uploads: oldestFirst(sizes.uploads, (at) => {
        const isWaiting = at < 200;
        const pick = picker(UPLOAD, at);
        const track = trackRow(at);
        return {
          id: idOf(UPLOAD, at),
          account_id: isWaiting ? accountIds[pick.below(sizes.accounts)] : track.account_id,
          file: `${pick.hex(4)}.mp3`,
          mime_type: 'audio/mpeg',
          size: track.size,
          original_name: 'recording.mp3',
          title: isWaiting ? text(pick, 4) : track.title,
          description: track.description,
          gender: track.gender,
          tags_json: track.tags_json,
          duration: track.duration,
          face: track.face,
          lufs: -18,
          container: 'mp3',
          codec: 'mp3',
          flags_json: '[]',
          reason: '',
          duplicate_count: 0,
          file_key: pick.hex(8),
          status: isWaiting ? 'pending_review' : 'approved',
          track_id: isWaiting ? null : track.id,
          created_at: back(at, sizes.uploads, 30),
          decided_at: isWaiting ? null : back(at, sizes.uploads, 30) + 1,
          decided_by: null,
          decision_reason: null,
          envelope: `${pick.hex(4)}.bands`,
        };
      }),
      reports: oldestFirst(sizes.reports, (at) => {
        const pick = picker(REPORT, at);
        const track = pick.skewed(sizes.tracks);
        return {
          id: idOf(REPORT, at),
          type: 'recording',
          target_id: trackIds[track],
          track_id: trackIds[track],
          reporter_id: accountIds[pick.below(sizes.accounts)],
          reported_id: accountIds[ownerOf(track)],
          category: null,
          at_seconds: null,
          reason: text(pick, 8),
          words: text(pick, 6),
          track_title: titleOf(track),
          status: at < 300 ? 'pending' : 'resolved',
          created_at: back(at, sizes.reports),
          reviewed_by: null,
          reviewed_at: null,
          outcome: null,
          appeal: null,
          appealed_at: null,
        };
      }),
    },
    /** What a recording is found by, with its number in the index. */
    searched: oldestFirst(sizes.tracks, (at) => {
      const gender = GENDERS[picker(KIND.track, at).below(GENDERS.length)].toLowerCase();
      const row = trackRow(at);
      return {
        doc: sizes.tracks - at,
        track_id: trackIds[at],
        title: row.title,
        description: row.description,
        tags: [...new Set([gender, ...tagsOf(at)])].join(' '),
        username: username(ownerOf(at)),
      };
    }),
  };
}
