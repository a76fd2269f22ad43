// The ticket, the viewer's waiting uploads, and whether review is automatic.
import { defineAction, defineRead, signedIn } from '../action.ts';
import { BODIES } from '../contract/bodies.ts';
import type { PowChallenge } from '../contract/pow.ts';
import type { PendingUploadView } from '../contract/uploads.ts';
import { autoApproveIsOn } from './queries.ts';
import { issueChallenge } from './ticket.ts';
import { waitingFor } from './waiting.ts';

export const uploadActions = {
  getPowChallenge: defineAction({
    access: 'guest',
    rate: 'ticket',
    body: BODIES.getPowChallenge,
    async run({ sha256, size }, context): Promise<PowChallenge> {
      const { accountId } = signedIn(context);
      return issueChallenge(context.deps.keys.ticket, { accountId, sha256, sizeBytes: size }, context.now);
    },
  }),

  getPendingUploads: defineRead({
    access: 'public',
    body: BODIES.getPendingUploads,
    async run(_body, { db, viewer }): Promise<PendingUploadView[]> {
      return viewer ? waitingFor(db, viewer) : [];
    },
  }),

  getAutoApproveStatus: defineRead({
    access: 'public',
    body: BODIES.getAutoApproveStatus,
    run: (_body, { db }): Promise<boolean> => autoApproveIsOn(db),
  }),
};
