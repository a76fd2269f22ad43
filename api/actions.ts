// The registry: every action of the wire, typed by the contract. A missing or misnamed one does not compile.
import type { Action } from './action.ts';
import type { ActionName, Actions } from './contract/actions.ts';
import { moderationActions } from './moderation/actions.ts';
import { sessionActions } from './sessions/actions.ts';
import { snapshotActions } from './snapshot/actions.ts';
import { trackActions } from './tracks/actions.ts';
import { uploadActions } from './uploads/actions.ts';

type Registry = { [Name in ActionName]: Action<Actions[Name]['body'], Actions[Name]['data']> };

const registry = {
  ...sessionActions,
  ...trackActions,
  ...uploadActions,
  ...moderationActions,
  ...snapshotActions,
} satisfies Registry;

/** What the dispatcher sees of any action: its body type is checked by its own schema. */
export type AnyAction = Action<never, unknown>;

export const ACTIONS: ReadonlyMap<string, AnyAction> = new Map(
  Object.entries(registry as unknown as Record<string, AnyAction>),
);
