// Why something was rejected or removed: the rule, the facts, who decided, what happens next, and until when to appeal.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { FoundBy } from '../../api/contract/review.ts';
import type { RulesView } from '../../api/contract/rules.ts';
import { formatDuration } from '../lib/format.ts';
import { ruleLink } from '../lib/links.ts';
import { statementMessages as words } from '../lib/messages/statement.ts';
import { fill } from '../lib/messages.ts';
import { formatDate } from '../lib/time.ts';
import styles from './Statement.module.css';

export interface StatementProps {
  /** Null while they load: then only the link is shown. */
  rules: RulesView | null;
  /** Null for a decision from before there were rules. */
  ruleId: string | null;
  /** In the moderator's words; may be empty. */
  reason: string;
  /** Whole seconds. */
  atSeconds: number | null;
  foundBy: FoundBy;
  type: keyof typeof words.kept;
  /** Null: it cannot be appealed, or was. */
  appealUntil: string | null;
}

export function Statement({ rules, ruleId, reason, atSeconds, foundBy, type, appealUntil }: StatementProps) {
  const rule = rules?.rules.find(({ id }) => id === ruleId);
  const isGone = rules !== null && !rule;
  const facts: [string, ReactNode][] = [];
  if (ruleId !== null)
    facts.push([words.rule, isGone ? words.ruleGone : <RuleLink key={ruleId} id={ruleId} rules={rules} />]);
  // Without words of their own, the moderator's reason is the title of the rule.
  const noted = reason === rule?.title ? '' : reason;
  if (noted !== '' || atSeconds !== null)
    facts.push([
      words.facts,
      <>
        {atSeconds !== null && (
          <span className={styles.moment}>{fill(words.moment, { time: formatDuration(atSeconds) })}</span>
        )}
        {noted}
      </>,
    ]);
  facts.push([words.how, words.foundBy[foundBy]]);
  const isDeletedLater = type === 'recording' || type === 'upload';
  const date = appealUntil === null ? '' : formatDate(appealUntil);
  if (appealUntil !== null || !isDeletedLater)
    facts.push([
      words.next,
      <>
        {fill(words.kept[type], { date })} {appealUntil !== null && fill(words.until, { date })}
      </>,
    ]);
  return (
    <dl className={styles.statement} data-statement>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function RuleLink({ id, rules }: { id: string; rules: RulesView | null }) {
  return (
    <Link to={ruleLink(id)} lang={rules?.language} data-rule={id}>
      {rules?.rules.find((each) => each.id === id)?.title ?? words.rule}
    </Link>
  );
}
