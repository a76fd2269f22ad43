// `npm run build:dsp`: compiles the engine.
import { parseArgs } from 'node:util';
import { buildCore, comparePrebuilt, renewPrebuilt } from './core.mjs';

const USAGE = `Usage: npm run build:dsp [-- --prebuilt | --compare]

Compiles the engine to dsp/pkg with the Rust compiler.

      --prebuilt   also renews dsp/prebuilt, which is committed
      --compare    compares dsp/prebuilt with what the sources give
  -h, --help       show this text`;

function options() {
  try {
    return parseArgs({
      options: {
        prebuilt: { type: 'boolean' },
        compare: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    console.error(`${error.message.split('. ')[0]}.\n\n${USAGE}`);
    process.exit(2);
  }
}

const values = options();
try {
  if (values.help) console.log(USAGE);
  else if (values.compare) {
    const reason = await comparePrebuilt();
    console.log(reason === null ? 'dsp/prebuilt is what the sources give' : `NOT COMPARED: ${reason}`);
  } else if (values.prebuilt) {
    await renewPrebuilt();
    console.log('dsp/pkg and dsp/prebuilt built');
  } else {
    console.log(
      (await buildCore({ fromSource: true })) === 'fresh' ? 'dsp/pkg is up to date' : 'dsp/pkg built',
    );
  }
} catch (error) {
  console.error(error.message);
  if (error.remedy) console.error(`To go on: ${error.remedy}`);
  process.exit(1);
}
