// Recordings that no longer exist: deleted by their owner here, or found gone.
import { atom } from 'jotai/vanilla';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { removeRowAtom } from '../../state/entities.ts';
import { playerStateAtom } from '../../state/player.ts';
import { closePlayerAtom } from '../../state/playerActions.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { invalidateAtom } from '../../state/registry.ts';

/** Answers null when it is done, otherwise why not; `not_found` when the server has nothing under this id. */
export const deleteTrackAtom = atom(null, async (get, set, trackId: string): Promise<ApiErrorCode | null> => {
  try {
    await get(statePortsAtom).write('deleteTrack', { trackId });
  } catch (error) {
    return error instanceof ApiError ? error.code : 'internal';
  }
  set(dropTrackAtom, trackId);
  return null;
});

/** A track that is no more: out of every list, and silent where it plays. */
export const dropTrackAtom = atom(null, (get, set, trackId: string) => {
  const player = get(playerStateAtom);
  if (player.phase !== 'idle' && player.trackId === trackId) set(closePlayerAtom);
  set(removeRowAtom, 'tracks', trackId);
  set(invalidateAtom, 'tracks');
});

/** Lets go of a track that could not be played; what the server has no more leaves every list. */
export const leaveFailedAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
  set(closePlayerAtom);
  const found = await get(statePortsAtom)
    .read('getTracks', { id: trackId })
    .catch(() => null);
  if (found !== null && found.data.length === 0) set(dropTrackAtom, trackId);
});
