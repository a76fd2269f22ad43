// How long the server keeps what, in days: the jobs delete by these numbers and `/sicherheit` shows them (S2 §9,
// reliability §2.4).

/** Counted uploads with their keyed hashes of device and file. */
export const COUNTERS_KEPT_DAYS = 30;
/** The keyed address of a counted upload. The limits look back a day; a week is room for looking into a flood. */
export const ADDRESSES_KEPT_DAYS = 7;
/** The keyed address somebody has signed in from: its wrong secrets are counted apart. */
export const SIGN_IN_ADDRESSES_KEPT_DAYS = 30;
/** Keyed hashes of files change their key so often: older ones match nothing new. */
export const FILE_KEY_DAYS = 30;
/** An upload and its reason, after the decision. */
export const DECIDED_UPLOADS_KEPT_DAYS = 30;
/** News and activities: six months (S1 §9). */
export const NEWS_KEPT_DAYS = 183;
/** A name somebody had before still leads to them. */
export const OLD_NAMES_KEPT_DAYS = 30;
/** A guest who has left nothing that others can see, after the last visit. */
export const IDLE_GUESTS_KEPT_DAYS = 30;
/** From asking for one's account to be deleted to its end: nobody else sees it, and it can be taken back. */
export const DELETION_WAIT_DAYS = 14;
/** That a session was ended from elsewhere, so that its browser can be told. */
export const ENDED_SESSIONS_KEPT_DAYS = 30;
/** Who has heard what within one listening window, so that a reload is no second play. */
export const LISTENINGS_KEPT_DAYS = 1;
