// Withdrawing a consent: anyone with the link can, without an account and without asking the uploader.
import { type ActionContext, implement, signedIn } from '../action.ts';
import { consentCalls } from '../contract/consents.ts';
import { CONSENT_WITHDRAWN_REASON } from '../contract/review.ts';
import { appendAudit } from '../db/auditLog.ts';
import type { Db } from '../db/client.ts';
import { noteDecision } from '../db/ledger.ts';
import { notFound } from '../errors.ts';
import { noteMaterial } from '../material/store.ts';
import { notify, notifyModerators } from '../notifications/notify.ts';
import { closeReports } from '../reports/closingStore.ts';
import { findUpload, isUnpublished } from '../uploads/queries.ts';
import { refuseUpload } from '../uploads/release.ts';
import { removeRecording } from '../uploads/store.ts';
import { forfeitTrust } from '../uploads/trustStore.ts';
import {
  type ConsentRow,
  consentByKey,
  consentOfRecording,
  noteWithdrawal,
  setWithdrawalKey,
} from './consentStore.ts';
import { unlinkBlob } from './doomedStore.ts';
import { refuseForeignConsent } from './policy.ts';
import { presentConsent } from './present.ts';
import { trackOfConsent } from './queries.ts';

const unknown = () => notFound('A consent of this link');

const keyOf = ({ deps }: ActionContext, token: string) => deps.keys.pseudonym('consent', token);

/** Follows from the server's key, so that a link that was handed on stays good when the owner asks for it again. */
const tokenOf = ({ deps }: ActionContext, consentId: string) =>
  deps.keys.pseudonym('consentLink', consentId).slice(0, 32);

/** Throws `not_found`; wrong tokens are counted by where they come from. */
async function requireConsent(context: ActionContext, token: string): Promise<ConsentRow> {
  const { deps, callerKey } = context;
  let found: ConsentRow | undefined;
  const check = async () => {
    found = await consentByKey(deps.db, keyOf(context, token));
    return found !== undefined;
  };
  await context.trySecret({ account: null, name: `consent ${callerKey}`, isLongCode: true }, check);
  if (!found) throw unknown();
  return found;
}

/** The recording, wherever it is by now. */
async function recordingOf(db: Db, { id }: ConsentRow) {
  const track = await trackOfConsent(db, id);
  const upload = track ? undefined : await findUpload(db, id);
  return { track, upload: upload && isUnpublished(upload) ? upload : undefined };
}

/** Removes the recording permanently and notifies its owner and the moderators. */
async function withdraw(context: ActionContext, tx: Db, consent: ConsentRow): Promise<void> {
  const { deps, now } = context;
  const { track, upload } = await recordingOf(tx, consent);
  await noteWithdrawal(tx, consent.id, now);
  await noteDecision(tx, 'consentWithdrawn', consent.id, {}, now);
  const recording = track ?? upload;
  if (!recording) return;
  const { account_id: owner, title: trackTitle, file } = recording;
  // Only a person publishes this sound again.
  await noteMaterial(tx, { subject: track ? 'track' : 'upload', id: recording.id }, 'consent', now);
  if (track) {
    await removeRecording(tx, track, now);
    await closeReports(tx, { trackId: track.id }, 'consentWithdrawn', now);
    await notify(tx, { type: 'consent_withdrawn', accountId: owner, actorId: null, trackTitle }, now);
  }
  if (upload) {
    const decision = { decidedBy: null, reason: CONSENT_WITHDRAWN_REASON, eraseAt: null };
    await refuseUpload(tx, upload, decision, now);
    await noteDecision(tx, 'uploadRejected', upload.id, decision, now);
  }
  await forfeitTrust(tx, owner, now);
  await notifyModerators(tx, { type: 'consent_withdrawn', trackTitle }, owner, now);
  const target = { targetType: track ? 'track' : 'upload', targetId: recording.id };
  const detail = { ownerId: owner, consentId: consent.id };
  const entry = {
    action: 'withdrawConsent',
    actorId: 'link',
    ...target,
    detail,
    before: recording,
    after: null,
  };
  await appendAudit(tx, entry, now, deps.keys.audit);
  context.afterCommit(() => unlinkBlob(deps, file));
}

export const consentActions = implement(consentCalls, {
  async createConsentLink({ recordingId }, context) {
    const consent = await consentOfRecording(context.db, recordingId);
    if (!consent) throw notFound('A consent for this recording');
    refuseForeignConsent(consent, signedIn(context));
    const token = tokenOf(context, consent.id);
    await setWithdrawalKey(context.db, consent.id, keyOf(context, token));
    return { token };
  },

  async checkConsent({ token }, context) {
    const consent = await requireConsent(context, token);
    const { track, upload } = await recordingOf(context.deps.db, consent);
    return presentConsent(consent, (track ?? upload)?.title ?? '');
  },

  async withdrawConsent({ token }, context) {
    const { id } = await requireConsent(context, token);
    const withdrawn = await context.deps.db.transaction().execute(async (tx) => {
      const consent = await consentByKey(tx, keyOf(context, token));
      if (consent?.id !== id) throw unknown();
      if (consent.withdrawn_at !== null) return consent;
      await withdraw(context, tx, consent);
      return { ...consent, withdrawn_at: context.now };
    });
    return presentConsent(withdrawn, '');
  },
});
