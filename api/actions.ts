// The registry: every action of the wire by its name. A declared one that nobody implements does not compile.
import type { Action } from './action.ts';
import { activityActions } from './activities/actions.ts';
import { commentActions } from './comments/actions.ts';
import type { ActionName } from './contract/actions.ts';
import { demoActions } from './demo/actions.ts';
import { followActions } from './follows/actions.ts';
import { moderationActions } from './moderation/actions.ts';
import { accountTakedownActions, takedownActions } from './moderation/takedowns.ts';
import { notificationActions } from './notifications/actions.ts';
import { profileActions } from './profiles/actions.ts';
import { reactionActions } from './reactions/actions.ts';
import { reportActions } from './reports/actions.ts';
import { searchActions } from './search/actions.ts';
import { sessionActions } from './sessions/actions.ts';
import { identityActions } from './sessions/identity.ts';
import { configurationActions, snapshotActions } from './snapshot/actions.ts';
import { accountListActions, statisticsActions } from './statistics/actions.ts';
import { trackActions } from './tracks/actions.ts';
import { autoApproveActions, uploadActions } from './uploads/actions.ts';
import { ownTrackActions, ownUploadActions } from './uploads/ownTracks.ts';

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
  ...autoApproveActions,
  ...ownTrackActions,
  ...ownUploadActions,
  ...profileActions,
  ...reportActions,
  ...moderationActions,
  ...takedownActions,
  ...accountTakedownActions,
  ...statisticsActions,
  ...accountListActions,
  ...snapshotActions,
  ...configurationActions,
  ...demoActions,
} satisfies Record<ActionName, Action>;

export const ACTIONS: ReadonlyMap<string, Action> = new Map(Object.entries(registry));
