// A restore over any state, killed at its system calls and repeated (D8). Each trial kills it before one call that
// changes the installation; before the repeat the installation is the old or the restored one, never a mix.
import { spawn } from 'node:child_process';
import {
  closeSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checkBackup } from '../../api/db/copy.ts';
import { mirrorFile } from '../../api/db/ledgerMirror.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { createRestoreScene, type RestoreScene } from '../support/server/restoreScene.ts';
import { createServerHome } from '../support/server/serverProcess.ts';
import { copyDirectory, filesHolding } from '../support/storage/directoryState.ts';
import { requireStrace } from '../support/storage/systemCalls.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Calls that change files or make changes durable. */
const CALLS = [
  ...['pwrite64', 'write', 'ftruncate', 'fsync', 'fdatasync', 'copy_file_range', 'sendfile', 'ioctl'],
  ...['rename', 'unlink', 'mkdir', 'chmod'],
];
/** Of each call, spread evenly. */
const PER_CALL = trialCount(1, 5);

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  said: string;
}

/** `npm run restore` as it ships; one thread for files, so that every run makes the same calls. */
function restoreCommand(
  places: Record<'DATABASE_URL' | 'STORAGE_URL', string> & { STORAGE_ADOPT?: string },
  backup: string,
  wrap: readonly string[] = [],
): Promise<Ended> {
  const [command = process.execPath, ...words] = [
    ...wrap,
    process.execPath,
    'dist/api/backup.js',
    'restore',
    backup,
  ];
  const child = spawn(command, words, {
    cwd: ROOT,
    env: { ...process.env, ...places, UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, said }));
  });
}

const placesIn = (directory: string) => ({
  DATABASE_URL: `file:${join(directory, 'aural.db')}`,
  STORAGE_URL: `file:${join(directory, 'blobs')}`,
});

interface Step {
  call: string;
  /** Its number within its thread. */
  index: number;
}

/** Every call of a run that concerns the directory. */
async function stepsOf(scene: RestoreScene, directory: string, log: string): Promise<Step[]> {
  const tracing = ['strace', '-f', '-y', '-qq', '-e', `trace=${CALLS.join(',')}`, '-o', log];
  const ended = await restoreCommand(placesIn(directory), scene.backup, tracing);
  expect(ended).toMatchObject({ code: 0 });
  const counts = new Map<string, number>();
  const steps = new Map<string, Step>();
  for (const line of readFileSync(log, 'latin1').split('\n')) {
    const [, thread = '', call = '', text = ''] = /^(\d+)\s+(\w+)\((.*)$/.exec(line) ?? [];
    if (!CALLS.includes(call)) continue;
    const index = (counts.get(thread + call) ?? 0) + 1;
    counts.set(thread + call, index);
    if (text.includes(directory)) steps.set(`${call} ${index}`, { call, index });
  }
  return [...steps.values()];
}

/**
 * At most `PER_CALL` of each call: the first, the last, and some between. On a single machine each of these in
 * turn, and every other call of each target.
 */
function sample(steps: readonly Step[], turn: number): Step[] {
  const calls = PER_CALL === 1 ? CALLS.filter((_, index) => index % 2 === turn % 2) : CALLS;
  return calls.flatMap((call) => {
    const all = steps.filter((step) => step.call === call);
    if (all.length <= PER_CALL) return all;
    const shares =
      PER_CALL === 1 ? [(turn % 3) / 2] : Array.from({ length: PER_CALL }, (_, at) => at / (PER_CALL - 1));
    return shares.map((share) => all[Math.round(share * (all.length - 1))] as Step);
  });
}

const overwrite = (file: string, at: number, length: number) => {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(handle);
};

/** The installed rows and files, and whether they can be read. */
const TARGETS: Record<string, { isWhole: boolean; make(file: string): void }> = {
  whole: { isWhole: true, make: () => {} },
  'whole, without its mirror': { isWhole: true, make: (file) => rmSync(mirrorFile(file)) },
  'damaged in its header': { isWhole: false, make: (file) => overwrite(file, 0, 100) },
  'damaged in its middle': {
    isWhole: false,
    make: (file) => overwrite(file, (statSync(file).size >> 13) << 12, 16_384),
  },
  'cut off': { isWhole: false, make: (file) => truncateSync(file, 10_000) },
  missing: { isWhole: false, make: (file) => rmSync(file) },
};

promise(
  'D8',
  'a restore killed at any step and repeated ends restored, and nothing is undone',
  async (trials) => {
    requireStrace();
    const scene = await createRestoreScene();
    const directory = realpathSync(scene.installation.directory);
    const [saved, crashed, log] = [`${directory}-saved`, `${directory}-crashed`, `${directory}-calls`];
    const file = join(directory, 'aural.db');
    let [killed, runs] = [0, 0];
    try {
      // The blobs come from the backup: the folder in place has lost them.
      rmSync(join(directory, 'blobs'), { recursive: true, force: true });
      copyDirectory(directory, saved);
      for (const [turn, [name, { isWhole, make }]] of Object.entries(TARGETS).entries()) {
        const lay = () => {
          copyDirectory(saved, directory);
          make(file);
        };
        lay();
        const steps = await stepsOf(scene, directory, log);
        expect(steps.length, name).toBeGreaterThan(20);
        for (const { call, index } of sample(steps, turn)) {
          runs++;
          await trials.run(`${name}: ${call} ${index}`, async () => {
            lay();
            const fault = `inject=${call}:signal=SIGKILL:when=${index}`;
            const killing = ['strace', '-f', '-qq', '-e', `trace=${call}`, '-e', fault, '-o', '/dev/null'];
            const ended = await restoreCommand(placesIn(directory), scene.backup, killing);
            // The runtime's own wake-ups are also calls, and their number varies: a run may end before the chosen call.
            if (ended.signal === null) expect(ended).toMatchObject({ code: 0 });
            else killed++;
            if (isWhole) {
              copyDirectory(directory, crashed);
              await checkBackup(file);
              // Tracks of the old state may lack audio: it was lost before.
              const undone = await scene.undone(true);
              expect(undone.filter((sentence) => !sentence.startsWith('no bytes'))).toEqual([]);
              copyDirectory(crashed, directory);
            }
            const again = await restoreCommand(placesIn(directory), scene.backup);
            expect(again).toMatchObject({ code: 0 });
            await checkBackup(file);
            expect(await scene.undone(isWhole)).toEqual([]);
            expect(filesHolding(directory, scene.canary)).toEqual([]);
          });
        }
      }
      await trials.run('most runs were killed', () => expect(killed).toBeGreaterThan(0.8 * runs));
    } finally {
      for (const path of [saved, crashed, log]) rmSync(path, { recursive: true, force: true });
      await scene.remove();
    }
  },
  3_600_000,
);

promise('D8', 'refuses a restore under a running server and changes nothing', async (trials) => {
  const home = await createServerHome();
  const scene = await createRestoreScene();
  try {
    const server = await home.start();
    await trials.run('while it runs', async () => {
      const ended = await restoreCommand(placesIn(home.directory), scene.backup);
      expect(ended.code).toBe(1);
      expect(ended.said).toMatch(/in use by another process/);
      expect((await fetch(`${server.url}/healthz`)).ok).toBe(true);
    });
    await server.kill();
    await trials.run('after it was killed', async () => {
      const foreign = await restoreCommand(placesIn(home.directory), scene.backup);
      expect(foreign).toMatchObject({ code: 1, said: expect.stringContaining('another installation') });
      const meant = { ...placesIn(home.directory), STORAGE_ADOPT: 'on' };
      expect(await restoreCommand(meant, scene.backup)).toMatchObject({ code: 0 });
    });
  } finally {
    await home.remove();
    await scene.remove();
  }
});
