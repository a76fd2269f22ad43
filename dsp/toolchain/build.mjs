// `npm run build:dsp`
import { buildCore } from './core.mjs';

try {
  console.log((await buildCore()) ? 'dsp/pkg built' : 'dsp/pkg is up to date');
} catch (error) {
  console.error(error.message);
  if (error.remedy) console.error(`To go on: ${error.remedy}`);
  process.exit(1);
}
