// The tools of an admin: what each is called, whether it takes everything away, and how it says that it is done.
import { atom } from 'jotai/vanilla';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery, dataOf } from '../../state/queries.ts';
import {
  addDemoNewsAtom,
  addHollaTracksAtom,
  createDemoDataAtom,
  deleteAllAtom,
  forceDeleteTrackAtom,
  type Outcome,
  reasonOf,
  resetDatabaseAtom,
} from './deeds.ts';

const { bulk: words } = adminMessages;

export const TOOLS = ['deleteAll', 'forceDelete'] as const;
export const DEMO_TOOLS = [
  'resetDatabase',
  'forceCreateDemoData',
  'forceAddHollaTracks',
  'addDemoActivitiesAndNotifications',
] as const;
export type Tool = (typeof TOOLS)[number] | (typeof DEMO_TOOLS)[number];

/** What a tool is told by hand. */
export interface Given {
  password: string;
  /** Told to the owner; may be empty. */
  reason: string;
  trackTitle: string;
  username: string;
}

const configQuery = createQuery<boolean>({
  key: 'demoMode',
  tags: ['config'],
  load: async (get, _set, signal) =>
    (await get(statePortsAtom).read('getConfig', {}, { signal })).data.demoMode,
});
/** Null until the server has said. */
export const demoModeAtom = atom((get) => dataOf(get(configQuery.stateAtom)));

/** `failed` is the sentence before the reason. */
function told<Data>({ data, code }: Outcome<Data>, done: (data: Data) => string, failed: string) {
  if (code === null) return { done: done(data), wrong: null };
  if (code === 'wrong_credentials') return { done: null, wrong: adminMessages.users.wrongPassword };
  return { done: null, wrong: `${failed} ${failureText(code)}` };
}

/** Answers a sentence: what was done, or what went wrong. */
export const runToolAtom = atom(null, async (_get, set, tool: Tool, given: Given) => {
  const { password, reason, trackTitle, username } = given;
  const done = () => words.done;
  switch (tool) {
    case 'deleteAll': {
      const outcome = await set(deleteAllAtom, { password });
      if (outcome.code !== null && outcome.code !== 'wrong_credentials')
        return { done: null, wrong: moderationMessages.admin.deleteContentFailed };
      return told(outcome, ({ kept }) => fill(words.deletedAll, { n: kept }), '');
    }
    case 'forceDelete': {
      const outcome = await set(forceDeleteTrackAtom, {
        trackTitle,
        username,
        password,
        ...reasonOf(reason),
      });
      if (outcome.code === 'not_found') return { done: null, wrong: words.notFound };
      return told(
        outcome,
        ({ deleted }) => fill(words.forceDeleted, { n: deleted }),
        moderationMessages.admin.deleteTrackFailed,
      );
    }
    case 'resetDatabase':
      return told(await set(resetDatabaseAtom, {}), done, words.failed);
    case 'forceCreateDemoData':
      return told(await set(createDemoDataAtom, {}), done, words.failed);
    case 'forceAddHollaTracks':
      return told(await set(addHollaTracksAtom, {}), done, words.failed);
    case 'addDemoActivitiesAndNotifications':
      return told(await set(addDemoNewsAtom, {}), done, words.failed);
  }
});
