// What a viewer may see of everything (K8), and the public configuration.

import { presentUser } from '../accounts/present.ts';
import { defineRead, isModerator } from '../action.ts';
import type { ConfigView, DatabaseView } from '../contract/actions.ts';
import { BODIES } from '../contract/bodies.ts';
import { AUDIO_FLAG_SECONDS, AUDIO_MAX_BYTES, AUDIO_MIN_SECONDS } from '../contract/limits.ts';
import { TRACKS_CAP } from '../tracks/actions.ts';
import { presentTrack } from '../tracks/present.ts';
import { newestTracks } from '../tracks/queries.ts';
import { presentPending } from '../uploads/present.ts';
import { autoApproveIsOn, pendingUploads } from '../uploads/queries.ts';

export const snapshotActions = {
  getDatabase: defineRead({
    access: 'public',
    body: BODIES.getDatabase,
    async run(_body, { db, viewer }): Promise<DatabaseView> {
      const viewerId = viewer?.accountId ?? null;
      const tracks = await newestTracks(db, viewerId, TRACKS_CAP);
      const people = new Set(tracks.map((track) => track.account_id));
      if (viewerId !== null) people.add(viewerId);
      const users =
        people.size === 0
          ? []
          : await db
              .selectFrom('accounts')
              .selectAll()
              .where('id', 'in', [...people])
              .where('deleted_at', 'is', null)
              .execute();
      const waiting = viewer ? await pendingUploads(db, isModerator(viewer) ? null : viewer.accountId) : [];
      return {
        tracks: tracks.map(presentTrack),
        users: users.map(presentUser),
        pendingUploads: waiting.map(presentPending),
      };
    },
  }),

  getConfig: defineRead({
    access: 'public',
    body: BODIES.getConfig,
    async run(_body, { db, deps }): Promise<ConfigView> {
      return {
        maxUploadBytes: AUDIO_MAX_BYTES,
        minSeconds: AUDIO_MIN_SECONDS,
        maxSeconds: AUDIO_FLAG_SECONDS,
        autoApprove: await autoApproveIsOn(db),
        demoMode: deps.env.demoMode,
      };
    },
  }),
};
