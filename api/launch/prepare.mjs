// `npm start`, `npm test` and `npm run dev` run this first: `prepare.mjs start | test | rows | s3 | pg | dev`.
// Later runs skip these steps.
import * as programs from './programs.mjs';
import { s3Server } from './s3Server.mjs';
import * as steps from './steps.mjs';

const goal = process.argv[2] ?? 'start';
try {
  steps.requireNode();
  await Promise.all([steps.packages(), steps.compiler({ evenIfFresh: goal === 'test' })]);
  await steps.core();
  if (goal !== 'dev') {
    await steps.web();
    await steps.server();
  }
  if (goal === 'test') {
    await steps.rustTests();
    await programs.chromium();
    await programs.ffmpeg();
  }
  if (goal === 'pg') {
    await s3Server();
    await programs.chromium();
    await programs.ffmpeg();
    await programs.postgres();
    await programs.caddy();
  }
  // Its server is built by `testS3.mjs`, which knows which one.
  if (goal === 's3') {
    await programs.chromium();
    await programs.ffmpeg();
  }
  if (goal === 'rows') {
    await programs.chromium();
    await programs.ffmpeg();
    await programs.otherBrowsers();
  }
} catch (error) {
  console.error(`\nCannot go on: ${error.message}`);
  if (error.remedy) console.error(`To fix it: ${error.remedy}`);
  process.exit(1);
}
