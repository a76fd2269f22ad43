// Limits that server and browser share: seconds, bytes and counts (docs/features.md).

/** Largest accepted audio file: 50 MiB, shown as 50 MB. */
export const AUDIO_MAX_BYTES = 50 * 1024 * 1024;
/** Shorter audio is flagged for review. */
export const AUDIO_MIN_SECONDS = 5;
/** Longer audio is flagged for review. */
export const AUDIO_FLAG_SECONDS = 1200;
/** The server refuses longer audio. */
export const AUDIO_MAX_SECONDS = 3600;
/** Larger WAV exports are encoded to MP3 instead. */
export const WAV_PUBLISH_MAX_BYTES = 45 * 1024 * 1024;
/** MP3 bitrate of published recordings. */
export const MP3_KBPS = 128;

export const TITLE_MIN_LENGTH = 2;
export const TITLE_MAX_LENGTH = 85;
export const DESCRIPTION_MAX_LENGTH = 1000;
export const TAG_MIN_LENGTH = 2;
export const TAG_MAX_LENGTH = 24;
export const TAGS_MAX_COUNT = 10;
/** Characters as people see them (`commentText.ts`). */
export const COMMENT_MAX_LENGTH = 500;
/** More than an hour of speech. */
export const TRANSCRIPT_MAX_LENGTH = 20_000;
export const REASON_MAX_LENGTH = 500;
/** Most days of one extension of a hold of evidence. */
export const EVIDENCE_EXTENSION_MAX_DAYS = 365;
export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 20;
export const BIO_MAX_LENGTH = 500;
export const PASSWORD_MIN_LENGTH = 8;
/** Stops clients from making the server hash megabytes; long passphrases still fit. */
export const PASSWORD_MAX_LENGTH = 256;

/** Sizes of a feed section and of a page. */
export const FEED_SECTION_TRACKS = 6;
export const CATEGORY_PAGE_TRACKS = 20;
/** Tracks younger than this are "New". */
export const NEW_TRACK_DAYS = 7;

/** Above `soft` an upload is flagged; above `hard` it always needs a manual review. */
export const UPLOAD_LIMITS = {
  soft: { per30Minutes: 1, perDay: 2, audioMinutesPerDay: 60, identicalFiles: 3 },
  hard: { per30Minutes: 3, perDay: 5, audioMinutesPerDay: 120, identicalFiles: 5 },
} as const;

/** Uploads are refused from this multiple of the hard tier until the window ends. */
export const REFUSED_AT_TIMES_HARD = 2;

/** Uploads and edits of an account with this many open reports need a manual review in every mode. */
export const OPEN_REPORTS_MAX = 3;

/** Most tracks in `getDatabase` and in one page of `getTracks`. */
export const TRACKS_MAX_COUNT = 500;
/** Most tracks one read may name: as many as one `tracksChanged` event names. */
export const TRACK_IDS_MAX = 50;
/** Most comments in `getDatabase`. */
export const SNAPSHOT_COMMENTS = 300;
export const PAGE_COMMENTS = 50;
/** Most notifications, and most activities, stored per account. */
export const MAX_NEWS = 100;
export const PAGE_NEWS = 50;
/** Most words and tags in one search, and the shortest prefix it searches. */
export const SEARCH_WORDS_MAX = 6;
export const SEARCH_TAGS_MAX = 5;
export const SEARCH_PREFIX_MIN_LENGTH = 2;
/** Shortest text that is found inside words: the length of a trigram. */
export const SEARCH_PART_MIN_LENGTH = 3;
/** Shortest word in which a typing error is forgiven: in shorter words it makes another word. */
export const SEARCH_TYPO_MIN_LENGTH = 5;
/** Tags of one page. */
export const PAGE_TAGS = 20;
/** Minutes for which a phrase can move an account to another browser. It works once. */
export const MOVE_MINUTES = 10;
export const MOVE_WORDS = 6;
