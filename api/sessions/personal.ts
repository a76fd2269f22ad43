// What sessions hold of a person. A guest's end when the guest becomes part of an account.
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { exportedSession } from './present.ts';
import { sessionsOf } from './queries.ts';

export const personalSessions: PersonalPart<'sessions' | 'moves', 'sessions'> = {
  ...goesWithTheAccount,
  columns: { sessions: [], moves: [] },
  missed: [],
  exportOf: async (db, id) => ({ sessions: (await sessionsOf(db, id)).map(exportedSession) }),
};
