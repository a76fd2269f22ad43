// What uploads hold of a person: those that wait or were decided, unfinished ones, and what is counted of them.
import type { PersonalPart } from '../db/personal.ts';
import { doomBlob } from '../tracks/doomedStore.ts';
import { exportedCountedUpload, exportedTransfer, exportedTrust, exportedUpload } from './present.ts';
import { countedUploadsOf, uploadsOf } from './queries.ts';
import { dropDoubleUploadKeys, eraseUploadsOf } from './store.ts';
import { dropDoubleTransfers, transfersOf } from './transferStore.ts';
import { mergeTrust, storedTrustOf } from './trustStore.ts';

export const personalUploads: PersonalPart<
  'uploads' | 'transfers' | 'upload_events' | 'uploader_trust',
  'uploads' | 'countedUploads' | 'unfinishedUploads' | 'trust'
> = {
  columns: {
    uploads: ['account_id'],
    transfers: ['account_id'],
    upload_events: ['account_id'],
    uploader_trust: ['account_id'],
  },
  missed: ['uploads', 'transfers'],
  exportOf: async (db, id) => ({
    uploads: (await uploadsOf(db, id)).map(exportedUpload),
    countedUploads: (await countedUploadsOf(db, id)).map(exportedCountedUpload),
    trust: exportedTrust(await storedTrustOf(db, id)),
    unfinishedUploads: (await transfersOf(db, id)).map(exportedTransfer),
  }),
  async eraseOf(db, id, now) {
    const transfers = (await transfersOf(db, id)).map(({ file }) => file);
    for (const file of transfers) await doomBlob(db, file, now);
    return [...(await eraseUploadsOf(db, id, now)), ...transfers];
  },
  async dropDoubles(db, guest, account) {
    await dropDoubleTransfers(db, guest, account);
    await dropDoubleUploadKeys(db, guest, account);
    await mergeTrust(db, guest, account);
  },
};
