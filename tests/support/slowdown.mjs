// A slower machine for one browser: all its processes are stopped for part of every 20 ms, its page, its workers, its
// compositor alike. DevTools' own throttling slows the page's thread alone; its workers run on at full speed.
// As a program: `node slowdown.mjs PID FACTOR` until it is ended; then everything runs again.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PERIOD_MS = 20;
/** New processes of the browser join the others after this long at most. */
const LOOK_MS = 500;

const text = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};
const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** The main process of the browser that runs on a profile; undefined where there is none. */
const browserProcess = (profile) =>
  pids().find((pid) => {
    const command = text(pid, 'cmdline');
    return command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=');
  });

/** A process and all below it. */
function family(root) {
  const parents = new Map(pids().map((pid) => [pid, /PPid:\s+(\d+)/.exec(text(pid, 'status'))?.[1]]));
  const isBelow = (pid) => pid === root || (parents.has(pid) && isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow).map(Number);
}

function signal(members, name) {
  for (const pid of members) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}

/**
 * Slows the browser on `profile` by `factor`; `end` gives it back its speed and tells the share of time it ran.
 * @returns {Promise<{ end(): Promise<number> }>}
 */
export async function slowDown(profile, factor) {
  const child = fork(fileURLToPath(import.meta.url), [browserProcess(profile), String(factor)]);
  await once(child, 'message');
  return {
    async end() {
      const ended = once(child, 'exit');
      child.send('end');
      const [{ ran }] = await once(child, 'message');
      await ended;
      return ran;
    },
  };
}

function run(root, factor) {
  let members = family(root);
  let looked = performance.now();
  const begun = looked;
  let stopped = 0;
  let ending = false;
  const end = () => {
    ending = true;
  };
  process.on('message', end);
  process.on('disconnect', end);
  const go = () => {
    if (ending) {
      if (!process.connected) return;
      process.send({ ran: 1 - stopped / (performance.now() - begun) });
      process.disconnect();
      return;
    }
    setTimeout(() => {
      if (performance.now() - looked > LOOK_MS) {
        members = family(root);
        looked = performance.now();
      }
      signal(members, 'SIGSTOP');
      const from = performance.now();
      setTimeout(
        () => {
          signal(members, 'SIGCONT');
          stopped += performance.now() - from;
          go();
        },
        PERIOD_MS * (1 - 1 / factor),
      );
    }, PERIOD_MS / factor);
  };
  process.send('slow');
  go();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run(process.argv[2], Number(process.argv[3]));
