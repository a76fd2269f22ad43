// How long the server keeps what, in days: the server deletes by these numbers, `getConfig` answers them by these
// names, and `/sicherheit` and `/datenschutz` show them (S2 §9, reliability §2.4).

export const RETENTION = {
  /** Counted uploads with their keyed hashes of device and file. */
  countersDays: 30,
  /** The keyed address of a counted upload. The limits look back a day; a week is room for looking into a flood. */
  addressesDays: 7,
  /** The keyed address somebody has signed in from: its wrong secrets are counted apart. */
  signInAddressesDays: 30,
  /** Keyed hashes of files change their key so often: older ones match nothing new. */
  fileKeyDays: 30,
  /** An upload and its reason, after the decision. */
  decidedUploadsDays: 30,
  /** News and activities: six months (S1 §9). */
  newsDays: 183,
  /** A name somebody had before still leads to them. */
  oldNamesDays: 30,
  /** A guest who has left nothing that others can see, after the last visit. */
  idleGuestsDays: 30,
  /** From asking for one's account to be deleted to its end: nobody else sees it, and it can be taken back. */
  deletionDays: 14,
  /** That a session was ended from elsewhere, so that its browser can be told. */
  endedSessionsDays: 30,
  /** Who has heard what within one listening window, so that a reload is no second play. */
  listeningsDays: 1,
} as const;

/** A period, as the wire names it. */
export type Period = keyof typeof RETENTION;
