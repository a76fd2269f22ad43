// The text fields of an upload.

/** Version of the consent statement in the form. Increase it when the statement changes. */
export const CONSENT_VERSION = 1;

/**
 * Text fields of the multipart upload, in addition to the file `audio`.
 * `uploadKey`: a client's UUID that makes a retry idempotent within the account.
 * `consentAt`: ISO time at which the owner of a Couple recording confirmed the consent statement; otherwise empty.
 * `consentVersion`: version of that statement, 1 if missing.
 * `deviceId`: a random id of the browser, for the limits; only its keyed hash is stored.
 * `allowComments`: `false` if others may not comment.
 * `replaces`: id of an own published recording that gets this sound once a moderator approves it. Its details stay; those of
 * the form are ignored.
 */
export const UPLOAD_FIELDS = [
  'title',
  'description',
  'capToken',
  'requiresReview',
  'userId',
  'username',
  'gender',
  'tags',
  'uploadKey',
  'consentAt',
  'consentVersion',
  'deviceId',
  'transcript',
  'allowComments',
  'replaces',
] as const;
export type UploadField = (typeof UPLOAD_FIELDS)[number];
