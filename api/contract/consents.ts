// Consent of people who can be heard. They see and withdraw it by a link, without an account.
import * as z from 'zod/mini';
import { post } from './call.ts';
import { id, isoTime, text } from './fields.ts';

const consentLinkView = z.strictObject({
  /** Stands behind `#` in the link. The same one whenever it is asked for. */
  token: z.string(),
});

const consentView = z.strictObject({
  /** As the recording is called; empty when it is no longer here. */
  title: z.string(),
  givenAt: isoTime,
  /** Null: the consent still stands. */
  withdrawnAt: z.nullable(isoTime),
});
export type ConsentView = z.output<typeof consentView>;

/** Longer than any token of ours. */
const TOKEN_MAX_LENGTH = 100;

const token = z.object({ token: text('token', TOKEN_MAX_LENGTH, 1) });

export const consentCalls = {
  /** For the owner to hand on. `recordingId`: of the track, or of the upload that waits. */
  createConsentLink: post({
    access: 'owner',
    body: z.object({ recordingId: id('recordingId') }),
    data: consentLinkView,
  }),

  /** A POST, so that the token stands in no address. */
  checkConsent: post({
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    makesRoom: true,
    body: token,
    data: consentView,
  }),

  /** The recording is gone when this is answered; asked again it answers the same. */
  withdrawConsent: post({
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    makesRoom: true,
    body: token,
    data: consentView,
  }),
};
