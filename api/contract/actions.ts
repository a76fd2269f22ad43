// All actions of `/upload.php?action=NAME`. Reads are GET with query parameters, writes are POST with a JSON body.
// The caller's identity never comes from a body. The browser imports only types.
import type * as z from 'zod/mini';
import { accountCalls } from './accounts.ts';
import { blockCalls } from './blocks.ts';
import { commentCalls } from './comments.ts';
import { configurationCalls } from './configuration.ts';
import { consentCalls } from './consents.ts';
import { demoCalls } from './demo.ts';
import { evidenceCalls } from './evidence.ts';
import { followCalls } from './follows.ts';
import { moderationCalls } from './moderation.ts';
import { activityCalls, notificationCalls } from './news.ts';
import { overviewCalls } from './overview.ts';
import { reactionCalls } from './reactions.ts';
import { decisionCalls, reportCalls } from './reports.ts';
import { deviceCalls, sessionCalls } from './sessions.ts';
import { snapshotCalls } from './snapshot.ts';
import { statisticsCalls } from './statistics.ts';
import { trackCalls } from './tracks.ts';
import { uploadCalls } from './uploads.ts';

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
  ...evidenceCalls,
  ...moderationCalls,
  ...overviewCalls,
  ...statisticsCalls,
  ...snapshotCalls,
  ...configurationCalls,
  ...demoCalls,
};

type Calls = typeof CALLS;
export type ActionName = keyof Calls;

/** Action name → request and answer. `body` is the query of a GET; `extra` holds the fields extra `data`. */
export type Actions = {
  [N in ActionName]: {
    method: Calls[N]['method'];
    body: z.input<Calls[N]['body']>;
    data: z.output<Calls[N]['data']>;
    extra: Calls[N]['extra'] extends z.ZodMiniType ? z.output<Calls[N]['extra']> : unknown;
  };
};

type NamesOf<Method> = { [N in ActionName]: Calls[N]['method'] extends Method ? N : never }[ActionName];
export type ReadName = NamesOf<'GET'>;
export type WriteName = NamesOf<'POST'>;
/** The answer of an action. */
export type AnswerOf<N extends ActionName> = { data: Actions[N]['data'] } & Actions[N]['extra'];

/** Query of `getTracks`. */
export type TracksQuery = Actions['getTracks']['body'];
