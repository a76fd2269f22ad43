// The consent statement of recordings in which more than one person is heard (G9, idea 13).

/** Version of the sentence in the form; a changed sentence gets a new one. */
export const CONSENT_VERSION = 1;
