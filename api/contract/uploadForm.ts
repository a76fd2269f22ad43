// The text fields of an upload.

/** Version of the sentence in the form; a changed sentence gets a new one. */
export const CONSENT_VERSION = 1;

/**
 * The text fields of the upload's multipart body beside the file `audio` (S1 §7). Six are additions:
 * `uploadKey`, a client-made UUID that makes the one retry idempotent within its account (K48), `consentAt`, the ISO
 * time at which the publisher of a Couple recording ticked the consent statement (G9), empty otherwise, `consentVersion`,
 * which statement that was (`CONSENT_VERSION`; the first where it is missing), `deviceId`,
 * a random id of the browser that the limits count by (K1); only its keyed hash is stored; `transcript`, what is said
 * (WCAG 1.2.1); and `allowComments`, `false` when others may not comment.
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
] as const;
export type UploadField = (typeof UPLOAD_FIELDS)[number];
