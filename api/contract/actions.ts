// Every call of `/upload.php?action=NAME`, from the declarations of the nouns. Reads are GET with query parameters,
// writes are POST with a JSON body. Ids of the caller are never taken from a body. The browser imports types alone.
import type * as z from 'zod/mini';
import { accountCalls } from './actions/accounts.ts';
import { activityCalls } from './actions/activities.ts';
import { blockCalls } from './actions/blocks.ts';
import { commentCalls } from './actions/comments.ts';
import { configurationCalls } from './actions/configuration.ts';
import { consentCalls } from './actions/consents.ts';
import { demoCalls } from './actions/demo.ts';
import { deviceCalls } from './actions/devices.ts';
import { followCalls } from './actions/follows.ts';
import { moderationCalls } from './actions/moderation.ts';
import { notificationCalls } from './actions/notifications.ts';
import { overviewCalls } from './actions/overview.ts';
import { reactionCalls } from './actions/reactions.ts';
import { decisionCalls, reportCalls } from './actions/reports.ts';
import { sessionCalls } from './actions/sessions.ts';
import { snapshotCalls } from './actions/snapshot.ts';
import { statisticsCalls } from './actions/statistics.ts';
import { trackCalls } from './actions/tracks.ts';
import { uploadCalls } from './actions/uploads.ts';

export type { TrackUpdates, UserUpdates } from './fields.ts';
export type { DatabaseView } from './views/snapshot.ts';

export const CALLS = {
  ...sessionCalls,
  ...deviceCalls,
  ...accountCalls,
  ...trackCalls,
  ...consentCalls,
  ...notificationCalls,
  ...activityCalls,
  ...commentCalls,
  ...reactionCalls,
  ...followCalls,
  ...blockCalls,
  ...uploadCalls,
  ...reportCalls,
  ...decisionCalls,
  ...moderationCalls,
  ...overviewCalls,
  ...statisticsCalls,
  ...snapshotCalls,
  ...configurationCalls,
  ...demoCalls,
};

type Calls = typeof CALLS;
export type ActionName = keyof Calls;

/** Action name → how it is called. `body` is the query of a GET; `beside` are fields beside `data`. */
export type Actions = {
  [N in ActionName]: {
    method: Calls[N]['method'];
    body: z.input<Calls[N]['body']>;
    data: z.output<Calls[N]['data']>;
    beside: Calls[N]['beside'] extends z.ZodMiniType ? z.output<Calls[N]['beside']> : unknown;
  };
};

type NamesOf<Method> = { [N in ActionName]: Calls[N]['method'] extends Method ? N : never }[ActionName];
export type ReadName = NamesOf<'GET'>;
export type WriteName = NamesOf<'POST'>;
/** What a call answers. */
export type AnswerOf<N extends ActionName> = { data: Actions[N]['data'] } & Actions[N]['beside'];

/** Query of `getTracks`. */
export type TracksQuery = Actions['getTracks']['body'];
