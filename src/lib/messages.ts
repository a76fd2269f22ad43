// Every sentence a person can read, by screen. The literals of the specifications are here exactly as
// written there, the German ones included; components never hold text of their own. Those that the
// server also sends come from the contract.
// `german()` marks what must carry `lang="de"` inside the English pages (WCAG 3.1.2); see `languageOf`.
import type { CategoryId } from '../../api/contract/categories.ts';
import type { ErrorCode } from '../../api/contract/errors.ts';
import { AUDIO_MAX_SECONDS } from '../../api/contract/limits.ts';
import { german } from './messages/language.ts';

export { fill, languageOf } from './messages/language.ts';

export const messages = {
  shell: {
    name: 'Aural',
    tagline: 'Anonymous voices. No pictures.',
    /** All that a tab or a lock screen says in discreet mode. */
    discreet: 'Audio',
    skip: 'Skip to content',
    loadFailed: german('Fehler beim Laden der App'),
    reload: german('Neu laden'),
    back: 'Back',
    home: 'Home',
    news: 'News',
    newsUnread: 'News, unread',
    profile: 'Profile',
    search: 'Search',
    record: 'Record',
    mainNavigation: 'Main',
    footerNavigation: 'Footer',
    loading: 'Loading',
    close: 'Close',
    undo: 'Undo',
    retry: 'Try again',
    pageOffline: 'You’re offline',
    pageOfflineText: 'This page isn’t saved on this phone. It opens when you’re back online.',
    pageFailed: 'This page couldn’t load',
    pageFailedText: 'Check your connection and try again.',
    partFailed: 'This part couldn’t load.',
    adultsOnly: 'For adults only, 18+',
  },
  footer: {
    about: 'About us',
    guidelines: 'Community guidelines',
    safety: 'Safety and report',
    help: 'Help and support',
    faq: 'FAQ',
    contact: 'Contact',
    privacy: 'Privacy policy',
    terms: 'Terms of service',
    imprint: 'Imprint',
    discreet: 'Discreet listening',
  },
  adult: {
    title: 'Before you listen',
    text: 'Aural is a place for adults. Nothing is played and the microphone stays closed until you confirm.',
    confirm: german('Ich bin mindestens 18 Jahre alt'),
    decline: 'Not now',
  },
  feed: {
    hero: 'Hear desire, live fantasy',
    heroText: 'Anonymous voices, close to your ear. No pictures, no names.',
    demoCenter: 'Demo Center',
    emptyTitle: 'No tracks yet',
    emptyText: 'Be the first to share your voice and start the conversation.',
    startRecording: 'Start Recording',
    emptyFilter: 'No {filter} tracks yet',
    showAll: 'Show all',
    refreshFailed: 'Couldn’t refresh',
    loadFailed: 'Couldn’t load the recordings',
    /** Over the home page, for a path without a page. */
    lost: 'There is no page at {path}. This is home.',
    offline: 'Offline',
    offlineCopy: 'Offline copy from {time}',
    filterLabel: 'Who is speaking',
    more: 'More: {section}',
  },
  category: {
    /** Over the row of the feed, over the category's own page, and its German name where there is one. */
    titles: {
      new: { row: 'New', page: 'New', german: german('Neu') },
      bookmarked: { row: 'Bookmarked', page: 'Bookmarked', german: german('Gemerkt') },
      subscribs: { row: 'Following', page: 'Subscribs', german: null },
      top_rated: { row: 'Top Rated', page: 'Top Rated', german: null },
      most_commented: { row: 'Most Commented', page: 'Most Commented', german: null },
    } satisfies Record<CategoryId, { row: string; page: string; german: string | null }>,
    backToFeed: 'Back to the feed',
  },
  filters: {
    values: { all: 'all', couples: 'couples', females: 'females', males: 'males', diverse: 'diverse' },
    all: 'All',
    couples: 'Couples',
    females: 'Females',
    males: 'Males',
    diverse: 'Diverse',
  },
  card: {
    deleteTitle: 'Delete Recording',
    deleteText: 'Do you really want to delete the recording "{title}"?',
    delete: 'Delete',
    cancel: 'Cancel',
    untitled: 'Untitled',
    updated: 'Updated',
    unknownUser: 'Unknown User',
    play: 'Play {title}',
    pause: 'Pause {title}',
    stop: 'Stop {title}',
    plays: { one: '{count} play', many: '{count} plays' },
    likes: { one: '{count} like', many: '{count} likes' },
    like: 'Like {title}',
    likeRefused: 'Couldn’t save your like',
    length: 'Length {time}',
    from: 'from {username}',
  },
  player: {
    playPlain: 'Play',
    pausePlain: 'Pause',
    expand: 'Open the player',
    close: 'Close the player',
    position: 'Position',
    positionValue: '{elapsed} of {total}',
  },
  time: { justNow: 'Just now', unknown: 'Unknown time', invalid: 'Invalid date' },
  fileErrors: {
    notAFile: german('Keine gültige Datei ausgewählt'),
    empty: german('Die Datei ist leer'),
    unsupported: german('Nicht unterstütztes Audio-Format. Unterstützte Formate: {list}'),
    tooLarge: german('Datei zu groß. Maximum: 50MB'),
    notAudio: german('Bitte wählen Sie eine gültige Audio-Datei (MP3, WAV, OGG, etc.)'),
    unreadable: german('Fehler beim Laden der Audio-Datei. Bitte versuchen Sie eine andere Datei.'),
  },
  audioErrors: {
    gone: german('Audio-Datei "{title}" ist nicht mehr verfügbar. Bitte laden Sie sie erneut hoch.'),
    unavailable: german('Audio-Datei "{title}" ist nicht verfügbar.'),
    notStored: 'Audio not found',
    metadata: 'Failed to load audio file',
  },
  uploadErrors: {
    failed: 'Upload failed',
    failedText: 'Upload failed: {status} - {text}',
    failedSnippet: 'Upload failed: {status} - {snippet}',
    invalidJson: german('Server antwortete mit ungültigem JSON'),
    tryAgain: 'Upload error. Please try again.',
  },
} as const;

/** What a call can fail with: the wire's codes, and what happens before a reply can be read. */
export type FailureCode =
  | ErrorCode
  | 'offline'
  | 'captive_portal'
  | 'bad_reply'
  | 'audio_gone'
  | 'audio_unavailable'
  | 'audio_unplayable'
  | 'audio_stalled';

const GENERAL = 'Something went wrong. Please try again.';
/** Says nothing the person can act on: a fault of this program, or of one that is not this app. */
const FAULTS = {
  malformed_request: GENERAL,
  malformed_json: GENERAL,
  malformed_multipart: GENERAL,
  unsupported_media: GENERAL,
  unknown_action: GENERAL,
  method_not_allowed: GENERAL,
  cross_site: GENERAL,
  identity_mismatch: GENERAL,
  range_not_satisfiable: GENERAL,
  idempotency_key_invalid: GENERAL,
  idempotency_key_reused: GENERAL,
  upload_completed: GENERAL,
  upload_length_inconsistent: GENERAL,
  internal: GENERAL,
} as const;

const CHECK_FAILED = 'The check before publishing failed. Please publish again.';

const FAILURE_TEXT: Record<FailureCode, string> = {
  ...FAULTS,
  offline: 'We can’t reach the server right now.',
  captive_portal: 'This network asks you to sign in first. Open its sign-in page, then try again.',
  bad_reply: 'The server sent an unexpected answer. Try again.',
  invalid_body: 'Check what you entered and try again.',
  not_signed_in: 'Please sign in first.',
  session_ended: 'You were signed out here from another device.',
  move_phrase_wrong: 'This phrase is wrong or expired. Get a new one from the other phone.',
  wrong_credentials: 'Wrong name or password.',
  forbidden: 'Your account can’t do this.',
  conflict_of_interest: 'Another moderator has to decide this.',
  not_found: 'This was deleted.',
  already_exists: 'This already exists.',
  conflict: 'This changed in the meantime. Check it and try again.',
  version_changed: 'The text has changed. Read it again, then decide.',
  claimed: 'Someone else is reviewing this.',
  rule_required: 'Choose the rule that it breaks.',
  recording_under_review: 'A moderator decides about this recording first. Try again later.',
  replacement_waiting: 'A new sound of this recording is already being checked.',
  username_taken: 'This name is already taken.',
  guest_has_rows: 'Choose whether to keep what you did as a guest.',
  last_admin: 'You’re the only admin. Make someone else an admin first.',
  idempotency_key_in_flight: 'Still sending. Please wait a moment.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  busy: 'The server is busy. Please try again in a moment.',
  storage_full: 'The server is out of space right now. Try again later.',
  store_unreachable: 'Recordings are unavailable right now. Try again in a moment.',
  inspection_unavailable: 'We can’t accept recordings right now. Try again in a moment.',
  quota_exceeded: 'Your account is full. Delete an older recording first.',
  too_slow: 'The connection was too slow. Please try again.',
  headers_too_large: 'Your browser sent too much data. Delete this site’s cookies and try again.',
  expectation_failed: 'The server doesn’t support this request.',
  audio_missing: messages.fileErrors.notAFile,
  audio_empty: messages.fileErrors.empty,
  audio_too_large: messages.fileErrors.tooLarge,
  audio_unsupported: messages.fileErrors.notAudio,
  audio_damaged: messages.fileErrors.unreadable,
  audio_too_short: 'This recording is too short.',
  audio_too_long: `Recordings can be up to ${AUDIO_MAX_SECONDS / 60} minutes long.`,
  body_too_large: messages.fileErrors.tooLarge,
  cap_token_missing: CHECK_FAILED,
  cap_token_invalid: CHECK_FAILED,
  cap_token_expired: CHECK_FAILED,
  cap_token_used: CHECK_FAILED,
  wrong_offset: messages.uploadErrors.tryAgain,
  audio_gone: messages.audioErrors.gone,
  audio_unavailable: messages.audioErrors.unavailable,
  audio_unplayable: messages.audioErrors.metadata,
  audio_stalled: 'The recording is taking too long to load.',
};

/** The sentence for a failure code; a code without one does not compile. Those of audio have a place for `title`. */
export const failureText = (code: FailureCode): string => FAILURE_TEXT[code];
