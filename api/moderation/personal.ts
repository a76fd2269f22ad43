// What moderation holds of a person: a moderator's own work in progress. Nothing of it is told or missed.
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';

export const personalModeration: PersonalPart<
  'review_claims' | 'review_escalations' | 'review_hidden',
  never
> = {
  ...goesWithTheAccount,
  columns: { review_claims: [], review_escalations: [], review_hidden: [] },
  missed: [],
  exportOf: async () => ({}),
};
