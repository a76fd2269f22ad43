// Chooses the rule of a decision: by tap, by the digits of the first nine, or in a list that opens.
import { useId } from 'react';
import { URGENT_CATEGORIES } from '../../api/contract/reportCategories.ts';
import type { RulesView } from '../../api/contract/rules.ts';
import { moderationMessages } from '../lib/messages/moderation.ts';
import styles from './RuleChoice.module.css';

const words = moderationMessages.moderation;
/** Rules with a digit. */
const DIGITS = 9;

export interface RuleChoiceProps {
  rules: RulesView;
  legend: string;
  /** Id of the chosen one. */
  value: string | null;
  onChoose: (ruleId: string) => void;
  /** One line, where a list of all rules would push the decision off the screen. */
  compact?: boolean;
}

export function RuleChoice({ compact = false, ...choice }: RuleChoiceProps) {
  return compact ? <RuleSelect {...choice} /> : <RuleList {...choice} />;
}

type Choice = Omit<RuleChoiceProps, 'compact'>;

const seals = ({ category }: RulesView['rules'][number]) =>
  category !== null && URGENT_CATEGORIES.includes(category);

function RuleSelect({ rules, legend, value, onChoose }: Choice) {
  const id = useId();
  return (
    <div className={styles.pick}>
      <label htmlFor={id} className={styles.legend}>
        {legend}
      </label>
      <select
        id={id}
        lang={rules.language}
        className={styles.select}
        value={value ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {value === null && <option value="" disabled hidden />}
        {rules.rules.map((rule) => (
          <option key={rule.id} value={rule.id}>
            {seals(rule) ? `${rule.title} · ${words.seals}` : rule.title}
          </option>
        ))}
      </select>
    </div>
  );
}

function RuleList({ rules, legend, value, onChoose }: Choice) {
  return (
    <fieldset className={styles.rules}>
      <legend className={styles.legend}>{legend}</legend>
      {rules.rules.map((rule, index) => (
        <label key={rule.id} className={styles.rule}>
          <input
            type="radio"
            name="rule"
            value={rule.id}
            checked={value === rule.id}
            onChange={() => onChoose(rule.id)}
          />
          {index < DIGITS && <kbd className={styles.digit}>{index + 1}</kbd>}
          <span lang={rules.language}>{rule.title}</span>
          {seals(rule) && <span className={styles.urgent}>{words.seals}</span>}
        </label>
      ))}
    </fieldset>
  );
}
