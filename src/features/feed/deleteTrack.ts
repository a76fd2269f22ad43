// Recordings that no longer exist: deleted here by their owner, or missing on the server.
import { atom } from 'jotai/vanilla';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { closePlayerAtom, removeTrackAtom } from '../../state/playerActions.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { invalidateAtom } from '../../state/registry.ts';

/** Returns null on success, otherwise an error code; `not_found` if the server has no such track. */
export const deleteTrackAtom = atom(null, async (get, set, trackId: string): Promise<ApiErrorCode | null> => {
  try {
    await get(statePortsAtom).write('deleteTrack', { trackId });
  } catch (error) {
    return error instanceof ApiError ? error.code : 'internal';
  }
  set(dropTrackAtom, trackId);
  return null;
});

/** Removes a deleted track, and reads the lists again. */
export const dropTrackAtom = atom(null, (_get, set, trackId: string) => {
  set(removeTrackAtom, trackId);
  set(invalidateAtom, 'tracks');
});

/** Closes a track that could not be played, and removes it if the server has deleted it. */
export const leaveFailedAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
  set(closePlayerAtom);
  const found = await get(statePortsAtom)
    .read('getTracks', { id: trackId })
    .catch(() => null);
  if (found !== null && found.data.length === 0) set(dropTrackAtom, trackId);
});
