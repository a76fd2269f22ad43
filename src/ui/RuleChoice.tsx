// Chooses the rule of a decision: by tap, or by the digits of the first nine.
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
}

export function RuleChoice({ rules, legend, value, onChoose }: RuleChoiceProps) {
  return (
    <fieldset className={styles.rules}>
      <legend className={styles.legend}>{legend}</legend>
      {rules.rules.map(({ id, title, category }, index) => (
        <label key={id} className={styles.rule}>
          <input type="radio" name="rule" value={id} checked={value === id} onChange={() => onChoose(id)} />
          {index < DIGITS && <kbd className={styles.digit}>{index + 1}</kbd>}
          <span lang={rules.language}>{title}</span>
          {category !== null && URGENT_CATEGORIES.includes(category) && (
            <span className={styles.urgent}>{words.seals}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
