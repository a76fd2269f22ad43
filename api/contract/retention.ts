// Retention periods in days. The server deletes by these numbers, `getConfig` returns them, and `/sicherheit` and
// `/datenschutz` show them.

export const RETENTION = {
  /** Upload counters with keyed hashes of device and file. */
  countersDays: 30,
  /** The keyed address of a counted upload. The limits look back one day; a week allows investigating a flood. */
  addressesDays: 7,
  /** The keyed address of a sign-in. Wrong passwords from such an address are counted separately. */
  signInAddressesDays: 30,
  /** The key of file hashes changes after this period: older hashes match no new file. */
  fileKeyDays: 30,
  /** An upload and its reason, after the decision. */
  decidedUploadsDays: 30,
  /** Notifications and activities: six months. */
  newsDays: 183,
  /** A previous username still leads to the account. */
  oldNamesDays: 30,
  /** The name of an account that an admin deleted, and names that look like it, cannot be taken. Stored as a hash. */
  reservedNamesDays: 365,
  /** A guest account without visible content, after the last visit. */
  idleGuestsDays: 30,
  /** From requesting the deletion of an account to its deletion. It is hidden, and the owner can cancel. */
  deletionDays: 14,
  /** That a session was ended from another device, so that its browser can show it. */
  endedSessionsDays: 30,
  /** Who listened to what within a listening window, so that a reload does not count as a second play. */
  listeningsDays: 1,
} as const;

/** Name of a period. */
export type Period = keyof typeof RETENTION;
