// `.env.example` explains every setting with its default, and docs/settings.md is the same as a table. `npm run docs` writes
// the table again.
import { expect, test } from 'vitest';
import { environment } from '../../api/variables.ts';
import { read } from '../support/rules/sourceTree.ts';

const SETTING = /^(#? ?)([A-Z][A-Z0-9_]+)=(.*)$/;
const defaults = environment.parse({}) as Record<string, unknown>;

interface Entry {
  meaning: string;
  settings: { name: string; value: string; isSet: boolean }[];
}

/** Comments with the settings that follow them. A blank line ends a comment without settings. */
function entries(): Entry[] {
  const found: Entry[] = [];
  let comment: string[] = [];
  let isOpen = false;
  for (const line of read('.env.example').split('\n')) {
    const [, mark = '', name = '', value = ''] = SETTING.exec(line) ?? [];
    if (name !== '') {
      if (!isOpen) found.push({ meaning: comment.join(' '), settings: [] });
      isOpen = true;
      comment = [];
      found.at(-1)?.settings.push({ name, value, isSet: mark === '' });
      continue;
    }
    if (line === '' || isOpen) comment = [];
    isOpen = false;
    if (line.startsWith('# ')) comment.push(line.slice(2));
  }
  return found;
}

function cell({ name, value, isSet }: Entry['settings'][number]): string {
  if (value !== '' && (isSet || value === 'off' || String(defaults[name] ?? '') === value))
    return `\`${name}=${value}\``;
  return value === '' ? `\`${name}\`` : `\`${name}\`, such as \`${value}\``;
}

function page(): string {
  const rows = entries().map(
    ({ meaning, settings }) =>
      `| ${settings.map(cell).join('<br>')} | ${meaning.replaceAll('|', '\\|').replaceAll('*', '\\*')} |`,
  );
  return `# Settings

<!-- Made from .env.example by \`npm run docs\`. -->

Environment variables, or lines of \`.env\` in the working directory; variables win. \`NAME=value\` shows the default.

| Setting | Meaning |
|---|---|
${rows.join('\n')}
`;
}

test('names every setting and no other', () => {
  const named = new Set(entries().flatMap(({ settings }) => settings.map(({ name }) => name)));
  expect([...named].sort()).toEqual(Object.keys(environment.shape).sort());
});

test('sets every variable to its default', () => {
  const set = entries().flatMap(({ settings }) => settings.filter(({ isSet }) => isSet));
  expect(set.length).toBeGreaterThan(10);
  const given = Object.fromEntries(set.map(({ name, value }) => [name, value]));
  expect(environment.parse(given)).toMatchObject(defaults);
});

test('has a meaning for each setting', () => {
  expect(entries().filter(({ meaning }) => meaning === '')).toEqual([]);
});

test('docs/settings.md is up to date', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/settings.md');
});
