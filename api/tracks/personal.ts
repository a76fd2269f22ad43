// What tracks hold of a person: recordings, changes of their words, what the person has listened to.
import type { PersonalPart } from '../db/personal.ts';
import { consentsOf } from './consentStore.ts';
import { storedEditsOf } from './editStore.ts';
import { dropDoubleListenings, listeningsOf, removeListeningsOf } from './playStore.ts';
import { exportedConsent, exportedEdit, exportedPlay, exportedTrack } from './present.ts';
import { storedTracksOf } from './queries.ts';
import { removeTrack } from './store.ts';

export const personalTracks: PersonalPart<
  'tracks' | 'track_edits' | 'listenings' | 'consents',
  'tracks' | 'edits' | 'plays' | 'consents'
> = {
  columns: {
    tracks: ['account_id'],
    track_edits: ['account_id'],
    listenings: ['listener'],
    consents: ['account_id'],
  },
  missed: ['tracks'],
  exportOf: async (db, id) => ({
    tracks: (await storedTracksOf(db, id)).map(exportedTrack),
    edits: (await storedEditsOf(db, id)).map(exportedEdit),
    consents: (await consentsOf(db, id)).map(exportedConsent),
    plays: (await listeningsOf(db, id)).map(exportedPlay),
  }),
  async eraseOf(db, id, now) {
    const tracks = await storedTracksOf(db, id);
    for (const track of tracks) await removeTrack(db, track.id, now);
    await removeListeningsOf(db, id);
    return tracks.map(({ file }) => file);
  },
  dropDoubles: dropDoubleListenings,
};
