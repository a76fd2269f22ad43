// `npm start`: installs and builds missing parts, then starts the server in this process.
import { readCommandLine } from './commandLine.mjs';
import { prepare } from './prepare.mjs';
import { SERVER_USAGE } from './serverUsage.mjs';

readCommandLine({ usage: SERVER_USAGE });
await prepare('start');
await import(new URL('../../dist/api/server.js', import.meta.url).href);
