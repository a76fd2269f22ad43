// Rules of moderation. Pure.
import { type HeardOfRecording, OTHER_RULE } from '../contract/review.ts';
import type { Rule, RulesView } from '../contract/rules.ts';
import { stringList } from '../db/json.ts';
import { ApiError } from '../errors.ts';

/** The first three seeded recordings stay. */
const KEPT_DEMO_TRACKS = 3;

/** Ids that `deleteAllUserContent` keeps. */
export function tracksToKeep(tracks: readonly { id: string; demo_position: number | null }[]): Set<string> {
  const seeded = tracks
    .filter((track) => track.demo_position !== null)
    .sort((a, b) => (a.demo_position ?? 0) - (b.demo_position ?? 0));
  return new Set(seeded.slice(0, KEPT_DEMO_TRACKS).map(({ id }) => id));
}

/** `hard`: needs review in every mode; `soft`: flagged; null: unflagged. */
export function tierOf(upload: { needs_person: 0 | 1; flags_json: string }): 'soft' | 'hard' | null {
  if (upload.needs_person === 1) return 'hard';
  return stringList(upload.flags_json).length > 0 ? 'soft' : null;
}

/** For the audit log: how much the moderator heard, at most the recording's length. Empty if not reported. */
export function heardDetail(heard: HeardOfRecording | undefined, duration: number): Record<string, unknown> {
  if (!heard) return {};
  const inTenths = (seconds: number) => Math.round(seconds * 10) / 10;
  const heardSeconds = inTenths(Math.min(heard.seconds, duration));
  return { heard: heard.way, heardSeconds, ofSeconds: inTenths(duration) };
}

/** Throws `rule_required` for a missing or unknown one. */
export function requireRule(
  { deps }: { deps: { env: { rules: RulesView } } },
  ruleId: string | undefined,
): Rule {
  const rule = deps.env.rules.rules.find(({ id }) => id === ruleId);
  if (!rule) throw new ApiError('rule_required', 'ruleId must be the id of a rule of getRules');
  return rule;
}

/** For calls that older clients send without a rule. Throws `rule_required` for an unknown one. */
export const ruleOrOther = (
  context: { deps: { env: { rules: RulesView } } },
  ruleId: string | undefined,
): Rule => requireRule(context, ruleId ?? OTHER_RULE);

/** What the notification says: the moderator's words, else the title of the rule. Empty under `OTHER_RULE`, whose title says nothing. */
export const noticeOf = (rule: Rule, reason: string): string =>
  reason.trim() || (rule.id === OTHER_RULE ? '' : rule.title);
