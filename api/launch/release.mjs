// `npm run release -- VERSION`: checks, dates the changelog, sets the version, packs the engine and commits. It neither tags
// nor pushes.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../dsp/toolchain/paths.mjs';
import { readCommandLine, refuseUsage } from './commandLine.mjs';
import { dateSection } from './releaseNotes.mjs';

const USAGE = `Usage: npm run release -- VERSION [--checked]

Runs npm run check and npm test, dates the changelog's section "VERSION (unreleased)", sets the version, packs the engine,
commits, and prints the commands that tag and build the image. It neither tags nor pushes.

      --checked   the checks have run on this commit: skip them
  -h, --help      show this text`;

const SEMVER = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

const { values, given } = readCommandLine({
  usage: USAGE,
  options: { checked: { type: 'boolean', default: false } },
  least: 1,
});
const [version] = given;
if (!SEMVER.test(version)) refuseUsage(`'${version}' is no version like 1.2.3.`, USAGE);

const at = (name) => join(ROOT, name);
const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const npm = (...args) => spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit' }).status === 0;

function release() {
  if (git('status', '--porcelain') !== '')
    throw new Error('There are uncommitted changes. Commit them first.');
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists.`);
  const day = new Date().toISOString().slice(0, 10);
  const { changelog, notes } = dateSection(readFileSync(at('CHANGELOG.md'), 'utf8'), version, day);
  if (!values.checked && !(npm('run', 'check') && npm('test')))
    throw new Error('The checks failed. Nothing was changed.');
  writeFileSync(at('CHANGELOG.md'), changelog);
  if (!npm('version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'))
    throw new Error('npm could not set the version. git checkout . undoes the rest.');
  if (!npm('run', '--silent', 'pack:engine')) throw new Error('The engine could not be packed.');
  writeFileSync(at('dist/release-notes.md'), `${notes}\n`);
  git('commit', '--all', '--message', `Release ${version}`);
  console.log(`
Version ${version} is committed. Its notes are in dist/release-notes.md, the engine's package is in dist/engine.
Next:
  git tag --annotate v${version} --file dist/release-notes.md
  docker build -f Containerfile -t aural:${version} .
  git push --follow-tags`);
}

try {
  release();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
