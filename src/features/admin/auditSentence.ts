// An entry of the audit log in words.
import type { AuditTableRow } from '../../../api/contract/overview.ts';
import type { RulesView } from '../../../api/contract/rules.ts';
import { auditMessages as words } from '../../lib/messages/audit.ts';
import { fill } from '../../lib/messages.ts';

const own = <Value>(of: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(of, key) ? of[key] : undefined;

const valueText = (value: string): string => own<string>(words.values, value) ?? value;

/** The current name of the target in quotes, or what kind of thing it was. */
export const targetText = ({ targetName, targetType }: AuditTableRow): string =>
  targetName === null ? (own<string>(words.targets, targetType) ?? targetType) : `“${targetName}”`;

/** "Switched automatic approval on (it was off)". */
export function auditSentence(row: AuditTableRow): string {
  const template = own<string>(words.sentences, row.action);
  if (template === undefined) return fill(words.unknown, { action: row.action });
  const values = Object.fromEntries(row.detail.map(({ name, value }) => [name, valueText(value)]));
  return fill(template, { ...values, what: targetText(row), owner: row.ownerName ?? words.nobody });
}

/**
 * What the sentence does not say. Ids are left out: the table links to them. A rule that left the list keeps its id. A
 * decision without words of its own has its rule as the reason, which is said once.
 */
export function auditDetails(row: AuditTableRow, rules: RulesView | null): string {
  const template = own<string>(words.sentences, row.action) ?? '';
  const ruleId = row.detail.find(({ name }) => name === 'rule')?.value;
  const rule = rules?.rules.find(({ id }) => id === ruleId)?.title;
  return row.detail
    .filter(({ name, value }) => !template.includes(`{${name}}`) && (name !== 'reason' || value !== rule))
    .flatMap(({ name, value }) => {
      const text = own<string>(words.details, name);
      if (text === undefined) return [];
      const said = name === 'rule' ? rule : own<string>(words.answers, value);
      return [fill(text, { value: said ?? valueText(value) })];
    })
    .join('. ');
}
