// Makes the recordings of this device available to the page by their ids; renders nothing.
import { useAtomValue, useSetAtom } from 'jotai';
import { type Atom, atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { GENDERS } from '../../../api/contract/categories.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { newTrack } from '../../lib/newTrack.ts';
import { putRowsAtom } from '../../state/entities.ts';
import { accountOf, identityAtom } from '../../state/identity.ts';
import { playTrackAtom } from '../../state/playerActions.ts';
import { sessionAtom } from '../../state/session.ts';
import type { WaitingUpload } from './entry.ts';
import { outboxAtom } from './outbox.ts';

export function LocalTracks() {
  const items = useAtomValue(outboxAtom);
  const know = useSetAtom(knowLocalTracksAtom);
  useEffect(() => {
    if (items.length > 0) know();
  }, [items, know]);
  return null;
}

function trackOf(upload: WaitingUpload, user: { id: string; username: string }): TrackView {
  return newTrack({
    id: upload.uploadId,
    title: upload.title,
    description: upload.description,
    duration: upload.duration,
    url: upload.reference,
    mimeType: upload.mimeType,
    fileSize: upload.sizeBytes,
    user,
    gender: GENDERS.find((each) => each === upload.gender) ?? null,
    tags: upload.tags.filter((tag) => tag !== upload.gender),
    allowComments: false,
    createdAt: upload.createdAt,
    cover: upload.cover ?? '',
  });
}

const localTracksAtom: Atom<TrackView[]> = atom((get) => {
  const session = get(sessionAtom);
  const id = accountOf(get(identityAtom) ?? '') ?? '';
  const username = session.status === 'signedIn' ? session.me.username : '';
  return get(outboxAtom).map(({ upload }) => trackOf(upload, { id, username }));
});

/** Adds them to the loaded tracks under the ids of their uploads. */
const knowLocalTracksAtom = atom(null, (get, set) => set(putRowsAtom, 'tracks', get(localTracksAtom)));

export const playLocalTrackAtom = atom(null, async (get, set, uploadId: string): Promise<void> => {
  set(knowLocalTracksAtom);
  const ids = get(localTracksAtom).map(({ id }) => id);
  await set(playTrackAtom, uploadId, ids);
});
