// Who may hear a file: everybody a visible track, its owner and moderators what waits.

import { findViewer } from '../accounts/viewer.ts';
import type { Deps } from '../deps.ts';
import { presentedToken } from '../sessions/tokens.ts';
import { audibleTrack } from '../tracks/queries.ts';
import { hearsWaiting } from '../uploads/policy.ts';
import { waitingAudio } from '../uploads/queries.ts';
import type { AudioRouteOptions } from './audio.ts';
import { isSecure } from './session.ts';

export function audioAccess(deps: Deps): AudioRouteOptions['find'] {
  return async function find(headers, file) {
    const mimeType = await audibleTrack(deps.lookups, file);
    if (mimeType !== null) return { mimeType, isPublic: true };

    const token = presentedToken(headers, isSecure(deps))?.token;
    const viewer = token ? await findViewer(deps, token, deps.now()) : null;
    if (!viewer) return null;
    const upload = await waitingAudio(deps.lookups, file);
    return upload && hearsWaiting(upload, viewer) ? { mimeType: upload.mime_type, isPublic: false } : null;
  };
}
