// Who may hear a file: everybody a visible track, its owner and moderators what waits.
import { isModerator } from '../action.ts';
import type { Deps } from '../deps.ts';
import { findViewer } from '../sessions/queries.ts';
import { presentedToken } from '../sessions/tokens.ts';
import type { AudioRouteOptions } from './audio.ts';
import { isSecure } from './session.ts';

export function audioAccess(deps: Deps): AudioRouteOptions['find'] {
  return async function find(headers, file) {
    const track = await deps.lookups
      .selectFrom('tracks')
      .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
      .select('tracks.mime_type')
      .where('tracks.file', '=', file)
      .where('tracks.status', '=', 'active')
      .where('accounts.deleted_at', 'is', null)
      .executeTakeFirst();
    if (track) return { mimeType: track.mime_type, isPublic: true };

    const token = presentedToken(headers, isSecure(deps))?.token;
    const viewer = token ? await findViewer(deps, token, deps.now()) : null;
    if (!viewer) return null;
    const upload = await deps.lookups
      .selectFrom('uploads')
      .select(['mime_type', 'account_id'])
      .where('file', '=', file)
      .where('status', '=', 'pending_review')
      .executeTakeFirst();
    const mayHear = upload && (upload.account_id === viewer.accountId || isModerator(viewer));
    return mayHear ? { mimeType: upload.mime_type, isPublic: false } : null;
  };
}
