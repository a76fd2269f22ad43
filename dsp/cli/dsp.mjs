// `npm run -s dsp -- OPERATION …`: the shipped core on files. One JSON line of facts on stdout,
// progress on stderr when it is a terminal. Exit code 0 done, 1 the input cannot be used, 2 wrong usage.
import { parseArgs } from 'node:util';
import { loadCore } from './node.mjs';
import { OPERATIONS, UsageError } from './operations.mjs';

const USAGE = `usage:\n${Object.values(OPERATIONS)
  .map(({ usage }) => `  npm run -s dsp -- ${usage}`)
  .join('\n')}`;

function parse() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        region: { type: 'string', multiple: true },
        kbps: { type: 'string', default: '128' },
        min: { type: 'string', default: '2.5' },
        'clean-up': { type: 'string' },
        loudness: { type: 'boolean' },
        'fade-in': { type: 'string', default: '0' },
        'fade-out': { type: 'string', default: '0' },
        persona: { type: 'string' },
        take: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const [name, ...paths] = positionals;
    const operation = Object.hasOwn(OPERATIONS, name ?? '') ? OPERATIONS[name] : undefined;
    if (!operation) throw new UsageError(name ? `unknown operation "${name}"` : 'no operation');
    if (paths.length !== operation.paths) throw new UsageError(`usage: ${operation.usage}`);
    const kbps = Number(values.kbps);
    if (!Number.isInteger(kbps)) throw new UsageError('--kbps is a whole number');
    const [min, fadeIn, fadeOut] = ['min', 'fade-in', 'fade-out'].map((name) =>
      secondsOf(name, values[name]),
    );
    return {
      operation,
      paths,
      options: { ...values, cleanUp: values['clean-up'], kbps, min, fadeIn, fadeOut },
    };
  } catch (error) {
    // Node continues with advice about `--`, which npm takes away.
    console.error(`${error.message.split('. ')[0]}\n${USAGE}`);
    return process.exit(2);
  }
}

function secondsOf(name, text) {
  const seconds = Number(text);
  if (!(seconds >= 0)) throw new UsageError(`--${name} is a number of seconds`);
  return seconds;
}

/** A file that cannot be opened has Node's code; a refusal of the core has its stable code as name. */
function codeOf(error) {
  if (typeof error.code === 'string') return error.code.toLowerCase();
  return /^[a-z_]+$/.test(error.name) ? error.name : 'internal';
}

const { operation, paths, options } = parse();
const tty = process.stderr.isTTY;
const progress = tty ? (fraction) => process.stderr.write(`\r${Math.round(fraction * 100)} % `) : undefined;
const started = performance.now();
try {
  const core = await loadCore();
  const facts = operation.run(core, paths, options, progress);
  if (tty) process.stderr.write('\r      \r');
  const wallSeconds = Number(((performance.now() - started) / 1000).toFixed(3));
  console.log(JSON.stringify({ ...facts, wallSeconds, wasmPeakBytes: core.wasmBytes() }));
} catch (error) {
  if (tty) process.stderr.write('\n');
  if (error instanceof UsageError) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
  console.log(JSON.stringify({ error: error.message, code: codeOf(error) }));
  process.exit(1);
}
