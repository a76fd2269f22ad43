// The questions before a rejection or an escalation.
import { atom } from 'jotai/vanilla';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { decideOpenAtom } from './opened.ts';

/** The open question under the item, which Enter answers. */
export type Question = { kind: 'reject'; reason: number; own: string } | { kind: 'escalate'; note: string };
/** Null while no question is open. */
export const questionAtom = atom<Question | null>(null);

/** Preset rejection reasons, chosen by digit keys; the first is specified. */
export const REJECTION_REASONS: readonly string[] = [
  moderationMessages.admin.rejected,
  ...moderationMessages.moderation.reasons,
];

export const NEW_QUESTION = {
  reject: { kind: 'reject', reason: 0, own: '' },
  escalate: { kind: 'escalate', note: '' },
} as const satisfies Record<Question['kind'], Question>;

/** Opens the question of a rejection with this reason chosen; ignores an unknown number. */
export const chooseReasonAtom = atom(null, (get, set, reason: number) => {
  if (REJECTION_REASONS[reason] === undefined) return;
  const question = get(questionAtom);
  set(questionAtom, { kind: 'reject', own: question?.kind === 'reject' ? question.own : '', reason });
});

/** Answers the question and opens the next item. */
export const confirmAtom = atom(null, (get, set) => {
  const question = get(questionAtom);
  if (!question) return;
  set(questionAtom, null);
  if (question.kind === 'escalate') return set(decideOpenAtom, question);
  const reason = question.own.trim() || (REJECTION_REASONS[question.reason] ?? '');
  set(decideOpenAtom, { kind: 'reject', reason });
});
