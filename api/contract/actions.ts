// Every call of `/upload.php?action=NAME` the browser makes: its body and its answer.
// Reads are GET with query parameters, writes are POST with a JSON body.
import type { MeView, UserView } from './accounts.ts';
import type { PowChallenge } from './pow.ts';
import type { TrackView } from './tracks.ts';
import type { PendingUploadView } from './uploads.ts';

/** The viewer-scoped projection of K8. */
export interface DatabaseView {
  tracks: TrackView[];
  users: UserView[];
  /** The viewer's own waiting uploads; everybody's for an admin. */
  pendingUploads: PendingUploadView[];
}

/** Public limits and modes (`getConfig`); `/sicherheit` and the forms render from it. */
export interface ConfigView {
  maxUploadBytes: number;
  minSeconds: number;
  maxSeconds: number;
  autoApprove: boolean;
  demoMode: boolean;
}

/** Action name → how it is called. `body` is the query of a GET. */
export interface Actions {
  getDatabase: { method: 'GET'; body: Record<string, never>; data: DatabaseView };
  getTracks: { method: 'GET'; body: Record<string, never>; data: TrackView[] };
  getPendingUploads: { method: 'GET'; body: Record<string, never>; data: PendingUploadView[] };
  getAutoApproveStatus: { method: 'GET'; body: Record<string, never>; data: boolean };
  getConfig: { method: 'GET'; body: Record<string, never>; data: ConfigView };
  /** Who the session belongs to; null for a visitor without one. */
  me: { method: 'GET'; body: Record<string, never>; data: MeView | null };
  /** POST creates the guest account on a first visit (K6). `sha256` is lower-case hex, `size` bytes. */
  getPowChallenge: { method: 'POST'; body: { sha256: string; size: number }; data: PowChallenge };
  approveUpload: { method: 'POST'; body: { uploadId: string }; data: TrackView };
  rejectUpload: { method: 'POST'; body: { uploadId: string; reason?: string }; data: { uploadId: string } };
  setAutoApproveStatus: { method: 'POST'; body: { status: boolean }; data: boolean };
  incrementPlay: { method: 'POST'; body: { trackId: string }; data: { plays: number } };
  login: { method: 'POST'; body: { username: string; password: string }; data: MeView };
  logout: { method: 'POST'; body: Record<string, never>; data: null };
}

export type ActionName = keyof Actions;

/** HTTP method of each action at run time; the type keeps it in step with the table above. */
export const ACTION_METHODS: { readonly [N in ActionName]: Actions[N]['method'] } = {
  getDatabase: 'GET',
  getTracks: 'GET',
  getPendingUploads: 'GET',
  getAutoApproveStatus: 'GET',
  getConfig: 'GET',
  me: 'GET',
  getPowChallenge: 'POST',
  approveUpload: 'POST',
  rejectUpload: 'POST',
  setAutoApproveStatus: 'POST',
  incrementPlay: 'POST',
  login: 'POST',
  logout: 'POST',
};
