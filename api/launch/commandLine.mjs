// The command line of a command: `--help` prints the usage, and wrong options end the command with the usage.
import { parseArgs } from 'node:util';

const WRONG_USAGE = 2;

/**
 * Prints the problem and the usage, and ends the process.
 * @param {string} reason @param {string} usage
 * @returns {never}
 */
export function refuseUsage(reason, usage) {
  console.error(`${reason}\n\n${usage}`);
  process.exit(WRONG_USAGE);
}

/**
 * The options and arguments of this process. `least` and `most` count the arguments that are not options.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {{ usage: string, options?: Options, least?: number, most?: number, argv?: string[] }} command
 * @returns {{ values: ReturnType<typeof parseArgs<{ options: Options, allowPositionals: true }>>['values'], given: string[] }}
 */
export function readCommandLine({ usage, options, least = 0, most = least, argv = process.argv.slice(2) }) {
  let parsed;
  try {
    const known = { ...options, help: { type: /** @type {const} */ ('boolean'), short: 'h' } };
    parsed = parseArgs({ args: argv, options: known, allowPositionals: true });
  } catch (error) {
    // Node adds advice about `--`, which npm takes away.
    return refuseUsage(`${error.message.split('. ')[0]}.`, usage);
  }
  const { values, positionals } = parsed;
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  if (positionals.length < least) return refuseUsage('An argument is missing.', usage);
  if (positionals.length > most) return refuseUsage(`Unexpected argument '${positionals[most]}'.`, usage);
  return { values, given: positionals };
}
