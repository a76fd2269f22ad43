// `npm run build:dsp`: compiles the engine to dsp/pkg. With `-- --prebuilt` also to dsp/prebuilt, which is committed; with
// `-- --compare` compiles it and compares the result with dsp/prebuilt.
import { parseArgs } from 'node:util';
import { buildCore, comparePrebuilt, renewPrebuilt } from './core.mjs';

const { values } = parseArgs({ options: { prebuilt: { type: 'boolean' }, compare: { type: 'boolean' } } });
try {
  if (values.compare) {
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
