// `npm run bench -- NAME`: runs bench/NAME.bench.mjs or bench/NAME/index.mjs.
import { existsSync, readdirSync } from 'node:fs';
import { readCommandLine, refuseUsage } from '../api/launch/commandLine.mjs';
import { prepare } from '../api/launch/prepare.mjs';

const at = (path) => new URL(path, import.meta.url);
const names = readdirSync(at('.')).flatMap((entry) => {
  if (entry.endsWith('.bench.mjs')) return [entry.slice(0, -'.bench.mjs'.length)];
  return existsSync(at(`./${entry}/index.mjs`)) ? [entry] : [];
});
const USAGE = `Usage: npm run bench -- NAME [--quick] [--only WORD] [--profile FOLDER]

Measures what a user waits for, next to named peers. NAME is one of:
  ${names.join(', ')}

      --quick            fewer and shorter rounds
      --only WORD        only the rows with this word
      --profile FOLDER   keep processor profiles there (api, scale)
  -h, --help             show this text`;

/** Without a name: the help, or what is missing. */
const [first = '', ...rest] = process.argv.slice(2);
const name = names.includes(first) ? first : null;
if (name === null && first !== '' && !first.startsWith('-'))
  refuseUsage(`There is no bench '${first}'.`, USAGE);
const file = [`./${name}.bench.mjs`, `./${name}/index.mjs`].map(at).find((url) => existsSync(url));
// The help needs no bench.
const asksForHelp = rest.some((word) => word === '--help' || word === '-h');
const isRun = file && !asksForHelp;
if (isRun) await prepare('bench');
const { bench, OPTIONS = {} } = isRun ? await import(file.href) : {};
const { values } = readCommandLine({
  usage: USAGE,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'string' },
    ...OPTIONS,
  },
  least: isRun ? 0 : 1,
  argv: isRun ? rest : undefined,
});
await bench(values);
