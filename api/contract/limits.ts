// Numbers both sides must agree on. Seconds, bytes and counts; the source is given per line.

/** Largest accepted audio file: 50 MB (S1 §5), read as MiB as every browser and OS shows it. */
export const AUDIO_MAX_BYTES = 50 * 1024 * 1024;
/** Shorter audio is flagged for review (S1 §9). */
export const AUDIO_MIN_SECONDS = 5;
/** Longer audio is flagged for review (S1 §9). */
export const AUDIO_FLAG_SECONDS = 1200;
/** Longer audio is refused by the server (K42). */
export const AUDIO_MAX_SECONDS = 3600;
/** WAV exports above this are encoded to MP3 instead (K3). */
export const WAV_PUBLISH_MAX_BYTES = 45 * 1024 * 1024;
/** MP3 bitrate of every publish (S1 §9). */
export const MP3_KBPS = 128;

export const TITLE_MIN_LENGTH = 2;
export const TITLE_MAX_LENGTH = 85;
export const DESCRIPTION_MAX_LENGTH = 1000;
export const TAG_MIN_LENGTH = 2;
export const TAG_MAX_LENGTH = 24;
export const TAGS_MAX_COUNT = 10;
/** Characters as a person counts them (`commentText.ts`). */
export const COMMENT_MAX_LENGTH = 500;
/** What is spoken in a recording, written down: more than an hour-long one holds is cut by hand. */
export const TRANSCRIPT_MAX_LENGTH = 20_000;
export const REASON_MAX_LENGTH = 500;
export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 20;
export const BIO_MAX_LENGTH = 500;
export const PASSWORD_MIN_LENGTH = 8;
/** A bound against hashing megabytes; long passphrases stay welcome. */
export const PASSWORD_MAX_LENGTH = 256;

/** Feed section and page sizes (S1 §9). */
export const FEED_SECTION_TRACKS = 6;
export const CATEGORY_PAGE_TRACKS = 20;
/** "New" means younger than this. */
export const NEW_TRACK_DAYS = 7;

/** The two tiers of K1: the soft tier flags, the hard tier always goes to manual review. */
export const UPLOAD_LIMITS = {
  soft: { per30Minutes: 1, perDay: 2, audioMinutesPerDay: 60, identicalFiles: 3 },
  hard: { per30Minutes: 3, perDay: 5, audioMinutesPerDay: 120, identicalFiles: 5 },
} as const;

/** From this many times the hard tier on an upload is refused until the window is over (K1). */
export const REFUSED_AT_TIMES_HARD = 2;

/** With this many open reports what somebody publishes or changes waits for a person, whatever the mode (K9). */
export const OPEN_REPORTS_MAX = 3;

/** Most tracks `getDatabase` and one page of `getTracks` hold; older ones follow by cursor. */
export const TRACKS_MAX_COUNT = 500;
/** Tracks one read may name: as many as the server says have changed at once. */
export const TRACK_IDS_MAX = 50;
/** Most comments `getDatabase` holds; `getComments` pages through one track's. */
export const SNAPSHOT_COMMENTS = 300;
export const PAGE_COMMENTS = 50;
/** At most this many notifications and as many activities are kept per person (S1 §9). */
export const NEWS_KEPT = 100;
export const PAGE_NEWS = 50;
/** Words and tags one search may combine, and the shortest beginning of a word it looks for. */
export const SEARCH_WORDS_MAX = 6;
export const SEARCH_TAGS_MAX = 5;
export const SEARCH_PREFIX_MIN_LENGTH = 2;
/** Shortest part of a word that is found inside other words: what three-letter pieces can be asked for. */
export const SEARCH_PART_MIN_LENGTH = 3;
/** Shortest word in which a typing error is forgiven: in a shorter one it makes another word. */
export const SEARCH_TYPO_MIN_LENGTH = 5;
/** Tags of one page (S1 §2). */
export const PAGE_TAGS = 20;
/** Minutes in which a phrase can move an account to another browser, once. */
export const MOVE_MINUTES = 10;
export const MOVE_WORDS = 6;
