// `npm run dev`: the API with reload behind Vite with reload, one command, one Ctrl+C.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './commandLine.mjs';
import { prepare } from './prepare.mjs';

readCommandLine({
  usage: `Usage: npm run dev

Starts app and API with reload, on PORT (3000) and API_PORT (PORT + 1).

  -h, --help   show this text`,
});
await prepare('dev');

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const port = process.env.PORT ?? '3000';
const apiPort = process.env.API_PORT ?? String(Number(port) + 1);
const tsx = createRequire(import.meta.url).resolve('tsx/cli');

const children = [
  spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'api/server.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    // Vite serves the app.
    env: { ...process.env, PORT: apiPort, WEB_DIRECTORY: 'none' },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', port, '--strictPort'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, API_PORT: apiPort },
  }),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
