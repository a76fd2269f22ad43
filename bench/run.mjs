// `npm run bench -- NAME [--quick] [--only WORD] [--profile FOLDER]`: runs bench/NAME.bench.mjs or bench/NAME/index.mjs.
import { existsSync, readdirSync } from 'node:fs';

const at = (path) => new URL(path, import.meta.url);
const args = process.argv.slice(2);
const optionOf = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const name = args.find((arg) => /^[\w-]+$/.test(arg) && !arg.startsWith('-'));
const file = [`./${name}.bench.mjs`, `./${name}/index.mjs`].map(at).find((url) => name && existsSync(url));

if (!file) {
  const names = readdirSync(at('.')).flatMap((entry) => {
    if (entry.endsWith('.bench.mjs')) return [entry.slice(0, -'.bench.mjs'.length)];
    return existsSync(at(`./${entry}/index.mjs`)) ? [entry] : [];
  });
  console.error(
    `usage: npm run bench -- NAME [--quick] [--only WORD] [--profile FOLDER]\nNAME is one of: ${names.join(', ')}`,
  );
  process.exit(2);
}
const { bench } = await import(file.href);
await bench({
  quick: args.includes('--quick'),
  only: optionOf('--only'),
  profile: optionOf('--profile'),
  optionOf,
});
