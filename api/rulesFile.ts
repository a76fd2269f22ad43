// Reads the operator's rules at start.
import { readFileSync } from 'node:fs';
import { DEFAULT_RULES } from './contract/defaultRules.ts';
import { type RuleList, rulesView } from './contract/rules.ts';

const fail = (file: string, problem: string): never => {
  throw new Error(`The configuration is invalid.\nRULES_FILE ${file}: ${problem}`);
};

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(file, (error as Error).message);
  }
}

/** Without a file: the default rules. Throws an Error that names the file, the place in it and the problem. */
export function readRules(file: string | undefined): RuleList {
  if (file === undefined) return DEFAULT_RULES;
  const { data, error } = rulesView.safeParse(contentOf(file));
  if (data) return data;
  const problems = error.issues.map(({ path, message }) => `${[...path, ''].join('.')} ${message}`.trim());
  return fail(file, problems.join('\n'));
}
