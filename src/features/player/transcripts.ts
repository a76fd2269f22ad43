// The transcript of a track, by its id.
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery, type Query } from '../../state/queries.ts';

const known = new Map<string, Query<string>>();

/** Empty when the track no longer has a transcript. Always the same query for one track. */
export function transcriptOf(trackId: string): Query<string> {
  const made =
    known.get(trackId) ??
    createQuery<string>({
      key: `getTranscript ${trackId}`,
      tags: ['tracks', `track:${trackId}`],
      load: async (get, _set, signal) =>
        (await get(statePortsAtom).read('getTranscript', { trackId }, { signal })).data.transcript,
      onDrop: () => known.delete(trackId),
    });
  known.set(trackId, made);
  return made;
}
