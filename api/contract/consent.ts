// The consent statement of recordings in which more than one person is heard (G9, idea 13).

/** Of the sentence the form shows; a changed sentence is another version. */
export const CONSENT_VERSION = 1;
