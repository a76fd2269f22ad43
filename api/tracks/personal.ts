// What tracks hold of a person: recordings, changes of their words, consents. What a person listens to stands nowhere.
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { consentsOf } from './consentStore.ts';
import { storedEditsOf } from './editStore.ts';
import { exportedConsent, exportedEdit, exportedTrack } from './present.ts';
import { storedTracksOf } from './queries.ts';
import { removeTrack } from './store.ts';

export const personalTracks: PersonalPart<
  'tracks' | 'track_edits' | 'consents',
  'tracks' | 'edits' | 'consents'
> = {
  ...goesWithTheAccount,
  columns: {
    tracks: ['account_id'],
    track_edits: ['account_id'],
    consents: ['account_id'],
  },
  missed: ['tracks'],
  exportOf: async (db, id) => ({
    tracks: (await storedTracksOf(db, id)).map(exportedTrack),
    edits: (await storedEditsOf(db, id)).map(exportedEdit),
    consents: (await consentsOf(db, id)).map(exportedConsent),
  }),
  async eraseOf(db, id, now) {
    const tracks = await storedTracksOf(db, id);
    for (const track of tracks) await removeTrack(db, track.id, now);
    return tracks.map(({ file }) => file);
  },
};
