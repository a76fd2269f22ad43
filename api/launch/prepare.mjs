// `npm start`, `npm test` and `npm run dev` run this first: `prepare.mjs start | test | rows | s3 | pg | dev`.
// The second time there is nothing to do.
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
    await steps.chromium();
    await steps.ffmpeg();
  }
  if (goal === 'pg') {
    await s3Server();
    await steps.ffmpeg();
    await steps.postgres();
  }
  if (goal === 's3') {
    await s3Server();
    await steps.ffmpeg();
  }
  if (goal === 'rows') {
    await steps.chromium();
    await steps.ffmpeg();
    await steps.otherBrowsers();
  }
} catch (error) {
  console.error(`\nCannot go on: ${error.message}`);
  if (error.remedy) console.error(`What brings it: ${error.remedy}`);
  process.exit(1);
}
