// Who may hear a recording, and see what its sound looks like: everybody a visible track, its owner and moderators what
// waits.

import { findViewer } from '../accounts/viewer.ts';
import type { Deps } from '../deps.ts';
import { presentedToken } from '../sessions/tokens.ts';
import { audibleTrack, type BlobColumn } from '../tracks/fileQueries.ts';
import { hearsWaiting } from '../uploads/policy.ts';
import { waitingAudio } from '../uploads/queries.ts';
import type { AudioRouteOptions } from './audio.ts';
import { isSecure } from './session.ts';

/** For names of blobs in `column`. */
export function audioAccess(deps: Deps, column: BlobColumn): AudioRouteOptions['find'] {
  return async function find(headers, name) {
    const track = await audibleTrack(deps.lookups, column, name);
    if (track?.onlyFor === null) return { mimeType: track.mimeType, isPublic: true };

    const token = presentedToken(headers, isSecure(deps))?.token;
    const viewer = token ? await findViewer(deps, token, deps.now()) : null;
    if (!viewer) return null;
    if (track)
      return track.onlyFor === viewer.accountId ? { mimeType: track.mimeType, isPublic: false } : null;
    const upload = await waitingAudio(deps.lookups, column, name);
    return upload && hearsWaiting(upload, viewer) ? { mimeType: upload.mime_type, isPublic: false } : null;
  };
}
