// The registry: every action of the wire by its name. A declared action without an implementation does not compile.
import { accountActions, credentialActions, roleActions } from './accounts/actions.ts';
import type { Action } from './action.ts';
import { activityActions } from './activities/actions.ts';
import { blockActions } from './blocks/actions.ts';
import { commentActions } from './comments/actions.ts';
import { configurationActions } from './configuration/actions.ts';
import type { ActionName } from './contract/actions.ts';
import { demoActions } from './demo/actions.ts';
import { evidenceActions } from './evidence/actions.ts';
import { followActions } from './follows/actions.ts';
import { moderationActions, reviewActions, takedownActions } from './moderation/actions.ts';
import { notificationActions } from './notifications/actions.ts';
import { overviewActions } from './overview/actions.ts';
import { reactionActions } from './reactions/actions.ts';
import { decisionActions, reportActions } from './reports/actions.ts';
import { deviceActions, sessionActions } from './sessions/actions.ts';
import { snapshotActions } from './snapshot/actions.ts';
import { statisticsActions } from './statistics/actions.ts';
import { trackActions } from './tracks/actions.ts';
import { consentActions } from './tracks/consentActions.ts';
import { uploadActions } from './uploads/actions.ts';

const registry = {
  ...sessionActions,
  ...deviceActions,
  ...trackActions,
  ...consentActions,
  ...notificationActions,
  ...activityActions,
  ...commentActions,
  ...reactionActions,
  ...followActions,
  ...blockActions,
  ...uploadActions,
  ...accountActions,
  ...credentialActions,
  ...roleActions,
  ...reportActions,
  ...decisionActions,
  ...evidenceActions,
  ...moderationActions,
  ...reviewActions,
  ...takedownActions,
  ...overviewActions,
  ...statisticsActions,
  ...snapshotActions,
  ...configurationActions,
  ...demoActions,
} satisfies Record<ActionName, Action>;

export const ACTIONS: ReadonlyMap<string, Action> = new Map(Object.entries(registry));
