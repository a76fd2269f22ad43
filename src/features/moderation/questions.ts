// The questions before a rejection or an escalation.
import { atom } from 'jotai/vanilla';
import { OTHER_RULE } from '../../../api/contract/review.ts';
import { rulesAtom } from '../../state/rules.ts';
import { decideOpenAtom } from './opened.ts';

/** The open question under the item, which Enter answers. */
export type Question = { kind: 'reject'; ruleId: string; own: string } | { kind: 'escalate'; note: string };
/** Null while no question is open. */
export const questionAtom = atom<Question | null>(null);

export const NEW_QUESTION = {
  // As specified: without a choice and a text the reason is `REJECTION_REASON`.
  reject: { kind: 'reject', ruleId: OTHER_RULE, own: '' },
  escalate: { kind: 'escalate', note: '' },
} as const satisfies Record<Question['kind'], Question>;

/** Opens the question of a rejection with the rule at this place chosen; ignores an unknown place. */
export const chooseRuleAtom = atom(null, (get, set, place: number) => {
  const rule = get(rulesAtom)?.rules[place];
  if (!rule) return;
  const question = get(questionAtom);
  set(questionAtom, {
    kind: 'reject',
    own: question?.kind === 'reject' ? question.own : '',
    ruleId: rule.id,
  });
});

/** Answers the question and opens the next item. */
export const confirmAtom = atom(null, (get, set) => {
  const question = get(questionAtom);
  if (!question) return;
  set(questionAtom, null);
  if (question.kind === 'escalate') return set(decideOpenAtom, question);
  set(decideOpenAtom, { kind: 'reject', ruleId: question.ruleId, reason: question.own.trim() });
});
