// The registry: every action of the wire, typed by the contract. A missing or misnamed one does not compile.
import type * as z from 'zod/mini';
import type { Action, ActionContext, Answer } from './action.ts';
import { activityActions } from './activities/actions.ts';
import { commentActions } from './comments/actions.ts';
import type { ActionName, Actions } from './contract/actions.ts';
import type { BODIES } from './contract/bodies.ts';
import { demoActions } from './demo/actions.ts';
import { followActions } from './follows/actions.ts';
import { moderationActions } from './moderation/actions.ts';
import { takedownActions } from './moderation/takedowns.ts';
import { notificationActions } from './notifications/actions.ts';
import { profileActions } from './profiles/actions.ts';
import { reactionActions } from './reactions/actions.ts';
import { reportActions } from './reports/actions.ts';
import { searchActions } from './search/actions.ts';
import { sessionActions } from './sessions/actions.ts';
import { identityActions } from './sessions/identity.ts';
import { snapshotActions } from './snapshot/actions.ts';
import { statisticsActions } from './statistics/actions.ts';
import { trackActions } from './tracks/actions.ts';
import { uploadActions } from './uploads/actions.ts';
import { ownTrackActions } from './uploads/ownTracks.ts';

/** Every name of the contract, answering the contract's data, or that data with fields beside it. */
type Registry = {
  [Name in ActionName]: {
    method: 'GET' | 'POST';
    run(
      body: never,
      context: ActionContext,
    ): Promise<Actions[Name]['data']> | Promise<Answer<Actions[Name]['data']>>;
  };
};

/** Names whose contract body the schema would refuse; must stay `never`. */
type WrongBody = {
  [Name in ActionName]: Actions[Name]['body'] extends z.input<(typeof BODIES)[Name]> ? never : Name;
}[ActionName];
const _bodiesFit: [WrongBody] extends [never] ? true : WrongBody = true;
void _bodiesFit;

const registry = {
  ...sessionActions,
  ...identityActions,
  ...trackActions,
  ...searchActions,
  ...notificationActions,
  ...activityActions,
  ...commentActions,
  ...reactionActions,
  ...followActions,
  ...uploadActions,
  ...ownTrackActions,
  ...profileActions,
  ...reportActions,
  ...moderationActions,
  ...takedownActions,
  ...statisticsActions,
  ...snapshotActions,
  ...demoActions,
} satisfies Registry;

/** What the dispatcher sees of any action: its body type is checked by its own schema. */
export type AnyAction = Action<never, unknown>;

export const ACTIONS: ReadonlyMap<string, AnyAction> = new Map(
  Object.entries(registry as unknown as Record<string, AnyAction>),
);
