// Installs and builds what a command needs. Later runs skip these steps.
import * as programs from './programs.mjs';
import { s3Server } from './s3Server.mjs';
import * as steps from './steps.mjs';

/** @typedef {'start' | 'test' | 'rows' | 's3' | 'pg' | 'bench' | 'dev'} Goal */

/** @param {Goal} goal */
async function takeSteps(goal) {
  steps.requireNode();
  await Promise.all([steps.packages(), steps.compiler({ evenIfFresh: goal === 'test' })]);
  await steps.core();
  if (goal !== 'dev') {
    await steps.web();
    await steps.server();
  }
  if (goal === 'test') await steps.rustTests();
  if (goal !== 'start' && goal !== 'dev') {
    await programs.chromium();
    await programs.ffmpeg();
  }
  // `testS3.mjs` builds its server, because it knows which one.
  if (goal === 'pg') {
    await s3Server();
    await programs.postgres();
    await programs.caddy();
  }
  if (goal === 'rows') await programs.otherBrowsers();
  if (goal === 'bench') {
    await steps.peers();
    await programs.speech();
  }
}

/**
 * Ends the process with the remedy when a step fails.
 * @param {Goal} goal
 */
export async function prepare(goal) {
  try {
    await takeSteps(goal);
  } catch (error) {
    console.error(`\nCannot go on: ${error.message}`);
    if (error.remedy) console.error(`To fix it: ${error.remedy}`);
    process.exit(1);
  }
}
