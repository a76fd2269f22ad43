// A slower machine for one browser: all its processes are stopped for part of every 20 ms, its page, its workers, its
// compositor alike. DevTools' own throttling slows only the page's thread; workers run at full speed.
// As a program: `node slowdown.mjs PID FACTOR` until it is ended; then everything runs again.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const PERIOD_MS = 20;
/** New processes of the browser join the others after this long at most. */
const LOOK_MS = 500;
/** A stop makes up for no more than this at once. */
const LONGEST_STOP_MS = 2 * PERIOD_MS;

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
 * Slows the browser on `profile` by `factor`. `end` gives it back its speed and tells the share of time it ran: more
 * than one part in `factor` on a busy machine, where stops come late.
 * @returns {Promise<{ end(): Promise<{ ran: number }> }>}
 */
export async function slowDown(profile, factor) {
  const child = fork(fileURLToPath(import.meta.url), [browserProcess(profile), String(factor)]);
  await once(child, 'message');
  const end = async () => {
    const ended = once(child, 'exit');
    child.send('end');
    const [shares] = await once(child, 'message');
    await ended;
    return shares;
  };
  let ending;
  return {
    end() {
      ending ??= end();
      return ending;
    },
  };
}

/** Late stops are made up for, but even ones are a steadier clock. */
function hurry() {
  try {
    setPriority(-10);
  } catch {
    // Not every process may.
  }
}

function run(root, factor) {
  hurry();
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
  /** Milliseconds it has run; timers come late, so each stop makes up for the whole of it. */
  const ran = () => performance.now() - begun - stopped;
  const go = () => {
    if (ending) {
      if (!process.connected) return;
      process.send({ ran: 1 - stopped / (performance.now() - begun) });
      process.disconnect();
      return;
    }
    setTimeout(stop, PERIOD_MS / factor);
  };
  const stop = () => {
    const from = performance.now();
    const owed = ran() * (factor - 1) - stopped;
    signal(members, 'SIGSTOP');
    // Only now: walking through the processes would take a core from those that run.
    if (from - looked > LOOK_MS) {
      looked = from;
      members = family(root);
      signal(members, 'SIGSTOP');
    }
    setTimeout(
      () => {
        signal(members, 'SIGCONT');
        stopped += performance.now() - from;
        go();
      },
      Math.min(owed, LONGEST_STOP_MS) - (performance.now() - from),
    );
  };
  process.send('slow');
  go();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run(process.argv[2], Number(process.argv[3]));
