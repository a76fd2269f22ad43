// A fixed share of one core for a process, independent of other load: its own control group, version 1 or 2.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/**
 * The kernel's default, as container limits have it. Shorter periods flatter a single process: in 8 of 10 ms all requests
 * queue up, 2 ms answer them as one batch, and nothing else used the core in between. A range of audio then costs half as
 * much as where a process runs on, which is an effect of the measurement.
 */
const PERIOD_US = 100_000;

const words = (file) => readFileSync(file, 'utf8').trim().split(/\s+/);

/** Version 1 has a separate tree for the processor. `part` null: no limit. */
const first = {
  folders: () => [join(ROOT, 'cpu')].filter((folder) => existsSync(join(folder, 'cpu.cfs_quota_us'))),
  limit(group, part) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(part === null ? -1 : part * PERIOD_US));
  },
};

/** Version 2: our own group or the nearest parent that controls the processor time of its children. */
const second = {
  folders() {
    const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
    const names = own.split('/').filter(Boolean);
    return names
      .map((_, depth) => join(ROOT, ...names.slice(0, names.length - depth)))
      .concat(ROOT)
      .filter((folder) => {
        const file = join(folder, 'cgroup.subtree_control');
        return existsSync(file) && words(file).includes('cpu');
      });
  },
  limit(group, part) {
    writeFileSync(join(group, 'cpu.max'), `${part === null ? 'max' : part * PERIOD_US} ${PERIOD_US}`);
  },
};

/** A process may be allowed to make a group and not to move anything into it. */
function tryToEnter(group) {
  const { status, stderr } = spawnSync('sh', ['-c', 'echo $$ > "$0"', join(group, 'cgroup.procs')]);
  if (status !== 0) throw new Error(String(stderr).trim());
}

/**
 * With `limit` to change its part of one core. Throws where the system gives none.
 * @param {number} part
 */
function groupOf(name, part) {
  const reasons = [];
  for (const version of [first, second]) {
    for (const folder of version.folders()) {
      const group = join(folder, name);
      try {
        mkdirSync(group);
        version.limit(group, part);
        tryToEnter(group);
        return { group, limit: (wanted) => version.limit(group, wanted) };
      } catch (error) {
        reasons.push(error.message);
        if (existsSync(group)) rmdirSync(group);
      }
    }
  }
  throw new Error(reasons[0] ?? 'this system hands on no control group of the processor');
}

/**
 * Groups of `part` of a core each. `notRun`: why there can be none.
 * @param {number} part
 */
export function processorShares(part) {
  const groups = [];
  const give = () => {
    const group = groupOf(`aural-bench-${process.pid}-${groups.length}`, part);
    groups.push(group);
    return group;
  };
  let spare = null;
  let notRun = null;
  try {
    spare = give();
  } catch (error) {
    notRun = error.message;
  }
  return {
    part,
    notRun,
    /** `pid` and its threads have a part of their own from now on. */
    confine(pid) {
      const { group } = spare ?? give();
      spare = null;
      writeFileSync(join(group, 'cgroup.procs'), String(pid));
    },
    /** All of them may use whole cores while `work` runs. */
    async lifted(work) {
      for (const { limit } of groups) limit(null);
      try {
        await work();
      } finally {
        for (const { limit } of groups) limit(part);
      }
    },
    /** When the processes have ended. */
    close() {
      for (const { group } of groups) rmdirSync(group);
    },
  };
}
