// The questions before a rejection or an escalation.
import { atom } from 'jotai/vanilla';
import { OTHER_RULE } from '../../../api/contract/review.ts';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { formatDuration } from '../../lib/format.ts';
import { readTime } from '../../lib/readTime.ts';
import { rulesAtom } from '../../state/rules.ts';
import { playheadAtom } from './listening.ts';
import { decideOpenAtom, openIdAtom, openItemAtom } from './opened.ts';

/** The open question under the item, which Enter answers. `from`: the moment that breaks the rule, as typed. */
export type Question =
  | { kind: 'reject'; ruleId: string; own: string; from: string }
  | { kind: 'escalate'; note: string };

const askedAtom = atom<{ uploadId: string; question: Question } | null>(null);
/** Null while no question about the open item is open. */
export const questionAtom = atom(
  (get) => {
    const asked = get(askedAtom);
    return asked?.uploadId === get(openIdAtom) ? (asked?.question ?? null) : null;
  },
  (get, set, question: Question | null) => {
    const uploadId = get(openIdAtom);
    set(askedAtom, question === null || uploadId === null ? null : { uploadId, question });
  },
);

/** An edit changes the text only: its decision names no moment. */
export const hasMoment = ({ flags }: PendingUploadView): boolean => !flags.includes('edit');

/** Whole seconds of a typed moment; null for an empty text, NaN outside the recording. */
export function momentOf(from: string, duration: number): number | null {
  if (from.trim() === '') return null;
  const seconds = readTime(from);
  return seconds <= duration ? Math.floor(seconds) : Number.NaN;
}

/** As specified: without a choice and a text the reason is `REJECTION_REASON`. Names the moment of the player. */
export const askRejectionAtom = atom(null, (get, set, ruleId: string = OTHER_RULE) => {
  const item = get(openItemAtom);
  const at = item && hasMoment(item.row) ? get(playheadAtom)() : null;
  const from = at === null ? '' : formatDuration(at);
  set(questionAtom, { kind: 'reject', ruleId, own: '', from });
});

export const askEscalationAtom = atom(null, (_get, set) => set(questionAtom, { kind: 'escalate', note: '' }));

/** Chooses the rule at this place, and opens the question of a rejection; ignores an unknown place. */
export const chooseRuleAtom = atom(null, (get, set, place: number) => {
  const rule = get(rulesAtom)?.rules[place];
  if (!rule) return;
  const question = get(questionAtom);
  if (question?.kind === 'reject') set(questionAtom, { ...question, ruleId: rule.id });
  else set(askRejectionAtom, rule.id);
});

/** Answers the question and opens the next item; not while the moment is outside the recording. */
export const confirmAtom = atom(null, (get, set) => {
  const question = get(questionAtom);
  const item = get(openItemAtom);
  if (!question || !item) return;
  if (question.kind === 'escalate') {
    set(questionAtom, null);
    return set(decideOpenAtom, question);
  }
  const { ruleId, own, from } = question;
  const atSeconds = momentOf(from, item.row.duration);
  if (Number.isNaN(atSeconds)) return;
  set(questionAtom, null);
  set(decideOpenAtom, { kind: 'reject', ruleId, reason: own.trim(), atSeconds });
});
