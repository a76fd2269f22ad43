// Changes of `npm run release` to the changelog.
import { expect, it } from 'vitest';
import { dateSection } from '../../api/launch/releaseNotes.mjs';

const CHANGELOG = `# Changelog

## 1.1.0 (unreleased)

- New.

## 1.0.0 (2026-01-01)

- Old.
`;

it('dates the section of the version and returns only its text', () => {
  const { changelog, notes } = dateSection(CHANGELOG, '1.1.0', '2026-11-27');
  expect(notes).toBe('- New.');
  expect(changelog).toBe(CHANGELOG.replace('(unreleased)', '(2026-11-27)'));
});

it('refuses a version without an unreleased section, and an empty one', () => {
  expect(() => dateSection(CHANGELOG, '1.0.0', '2026-11-27')).toThrow('no section "## 1.0.0 (unreleased)"');
  expect(() => dateSection('## 2.0.0 (unreleased)\n', '2.0.0', '2026-11-27')).toThrow('is empty');
});
