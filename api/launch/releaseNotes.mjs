// The section of CHANGELOG.md that a release publishes.

/**
 * The changelog with the unreleased section of `version` dated, and that section's text. Throws a sentence when there is none.
 * @param {string} changelog
 * @param {string} version
 * @param {string} day as 2026-11-27
 */
export function dateSection(changelog, version, day) {
  const heading = `## ${version} (unreleased)`;
  const at = changelog.indexOf(`${heading}\n`);
  if (at < 0) throw new Error(`CHANGELOG.md has no section "${heading}". Write it first.`);
  const after = at + heading.length;
  const end = changelog.indexOf('\n## ', after);
  const notes = changelog.slice(after, end < 0 ? undefined : end).trim();
  if (notes === '') throw new Error(`The section "${heading}" of CHANGELOG.md is empty.`);
  return { changelog: changelog.replace(heading, `## ${version} (${day})`), notes };
}
