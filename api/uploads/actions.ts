// The ticket, the viewer's waiting uploads, and whether review is automatic.
import { implement, signedIn } from '../action.ts';
import { moderationCalls } from '../contract/actions/moderation.ts';
import { uploadCalls } from '../contract/actions/uploads.ts';
import { autoApproveIsOn } from './queries.ts';
import { issueChallenge } from './ticket.ts';
import { waitingFor } from './waiting.ts';

export const uploadActions = implement(uploadCalls, {
  async getPowChallenge({ sha256, size }, context) {
    const { accountId } = signedIn(context);
    return issueChallenge(context.deps.keys.ticket, { accountId, sha256, sizeBytes: size }, context.now);
  },

  async getPendingUploads(_body, { db, viewer }) {
    return viewer ? waitingFor(db, viewer) : [];
  },
});

export const autoApproveActions = implement(moderationCalls, {
  getAutoApproveStatus: (_body, { db }) => autoApproveIsOn(db),
});
