// Runs an action in the transaction it asks for, and once more where it makes room on a full disk.
import type { Action, Viewer } from '../action.ts';
import type { Db } from '../db/client.ts';
import type { Transact } from '../db/groupCommit.ts';
import type { KeyedWrite } from '../db/idempotencyKeys.ts';
import { isDiskFull } from '../middleware/errors.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import type { ActionCall } from './actionCall.ts';
import { onceInTransaction } from './idempotency.ts';

/** What a run that was undone meant to do afterwards, and whom it made. */
function forgetRun(call: ActionCall, viewer: Viewer | null): void {
  call.tasks.length = 0;
  call.session = undefined;
  call.marks = undefined;
  call.context.viewer = viewer;
}

/** Runs the action in the transaction it asks for; a visitor's first write makes a guest in the same one. */
export async function runAction(
  transact: Transact,
  limits: RateLimits,
  action: Action,
  body: never,
  call: ActionCall,
  write: KeyedWrite | null,
): Promise<unknown> {
  const { context } = call;
  const needsGuest = action.access === 'guest' && !context.viewer && action.method === 'POST';
  if (needsGuest) await limits.consumeOfAddress('guest', call.address);
  if (action.transaction !== 'one') return action.run(body, context);
  const { viewer } = context;
  const work = async (tx: Db) => {
    // It may be run again: what an earlier run left has been undone.
    forgetRun(call, viewer);
    context.db = tx;
    if (needsGuest) await context.viewerIn(tx);
    const run = () => action.run(body, context);
    return write ? onceInTransaction(tx, context, write, run) : run();
  };
  return transact(work, context.callerKey, call.addCost);
}

/** Runs it, and once more with the reserve given up when it makes room on a full disk. */
export async function runOrMakeRoom(
  action: Action,
  call: ActionCall,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { reserve } = call.context.deps;
  try {
    return await run();
  } catch (error) {
    if (!(isDiskFull(error) && action.makesRoom && reserve.giveUp())) throw error;
    call.tasks.length = 0;
    call.usesReserve = true;
    return run();
  }
}
