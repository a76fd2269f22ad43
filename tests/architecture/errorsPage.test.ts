// docs/errors.md lists the contract's error codes. `npm run docs` regenerates it.
import { expect, test } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '../../api/contract/errors.ts';
import { ERROR_TEXTS, ISSUE_TEXTS } from '../../api/contract/errorTexts.ts';

const groups = Object.entries(ERROR_TEXTS) as [
  string,
  Partial<Record<ErrorCode, { meaning: string; remedy: string }>>,
][];

function page(): string {
  const tables = groups.map(([title, codes]) => {
    const rows = Object.entries(codes).map(
      ([code, { meaning, remedy }]) =>
        `| \`${code}\` | ${ERROR_STATUS[code as ErrorCode]} | ${meaning} | ${remedy} |`,
    );
    return [`## ${title}`, '', '| Code | Status | Meaning | What to do |', '|---|---|---|---|', ...rows].join(
      '\n',
    );
  });
  const issues = Object.entries(ISSUE_TEXTS).map(([issue, words]) => `\`${issue}\` ${words}`);
  return `# Error codes

<!-- Made from api/contract/errorTexts.ts by \`npm run docs\`. -->

Every refusal is JSON: \`{ "success": false, "error": "a sentence for developers", "code": "one of these" }\`. Codes never change
their name; sentences may. An answer with status 422 also has \`field\` and \`issue\`.

${tables.join('\n\n')}

## Issues of a field

The field … ${issues.join(', ')}.
`;
}

test('describes every code and no other', () => {
  const described = groups.flatMap(([, codes]) => Object.keys(codes));
  expect(described.sort()).toEqual(Object.keys(ERROR_STATUS).sort());
});

test('is up to date', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/errors.md');
});
