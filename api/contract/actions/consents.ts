// What somebody who can be heard does without an account: looks at the consent that was given for them, and takes it back.
import * as z from 'zod/mini';
import { post } from '../call.ts';
import { id, text } from '../text.ts';
import { consentLinkView, consentView } from '../views/consents.ts';

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
