// Consent of people who can be heard. They see and withdraw it by a link, without an account.
import * as z from 'zod/mini';
import { post } from './call.ts';
import { id, isoTime, text } from './fields.ts';

const consentLinkView = z.strictObject({
  /** Comes after `#` in the link. Every call returns the same token. */
  token: z.string(),
});

const consentView = z.strictObject({
  /** Title of the recording; empty after its deletion. */
  title: z.string(),
  givenAt: isoTime,
  /** Null while the consent is valid. */
  withdrawnAt: z.nullable(isoTime),
});
export type ConsentView = z.output<typeof consentView>;

/** Longer than any real token. */
const TOKEN_MAX_LENGTH = 100;

const token = z.object({ token: text('token', TOKEN_MAX_LENGTH, 1) });

export const consentCalls = {
  /** A link that the owner passes on. `recordingId`: a track or a pending upload. */
  createConsentLink: post({
    access: 'owner',
    body: z.object({ recordingId: id('recordingId') }),
    data: consentLinkView,
  }),

  /** A POST, so that the token appears in no URL. */
  checkConsent: post({
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    makesRoom: true,
    body: token,
    data: consentView,
  }),

  /** Deletes the recording before it answers. Repeating the call is harmless. */
  withdrawConsent: post({
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    makesRoom: true,
    body: token,
    data: consentView,
  }),
};
