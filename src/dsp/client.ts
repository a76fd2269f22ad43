// The main thread's way to the DSP workers: every operation of the engine, with cancellation.
import { createLanes } from './lanes.ts';
import type {
  AudioPath,
  CallOptions,
  DspApi,
  DspOperations,
  DspWorkerApi,
  FileMaker,
  Probe,
  RunOnWorker,
} from './protocol.ts';
import { createMadeFiles } from './scratch.ts';
import { withSharing } from './sharing.ts';

/** Long enough for an encoder that has warmed up, too short to be noticed. */
const PROBE_MS = 300;

/** The pool of workers: its operations, and the files that they made. */
export type Dsp = DspOperations & {
  /** Gives back the disk under a file that `cut` or `repair` made; other files stay. Pages that end do it too. */
  discard(file: Blob): Promise<void>;
  /**
   * A Blob of the same bytes that needs no scratch file, for storing; the scratch space is freed. IndexedDB does not copy
   * a file of the private file system, and with it the bytes would be gone (seen in Chromium 156).
   */
  detach(file: Blob): Promise<Blob>;
  /**
   * Where a file that `cut`, `repair` or `clean` made lies from now on, for good: it is moved, not copied, out of what
   * pages leave behind, and belongs to the caller. Null for any other file, and where the browser cannot move one.
   */
  keep(file: Blob): Promise<AudioPath | null>;
  /** Ends all workers now; calls that run or wait reject. */
  dispose(): void;
};

/** How many parameters each operation has before the options. */
const ARITY: Record<keyof DspApi, number> = {
  inspect: 1,
  analyse: 3,
  decodeRange: 4,
  proposePauses: 3,
  findDisturbances: 3,
  planLoudness: 4,
  cut: 4,
  repair: 2,
  clean: 2,
  sha256: 2,
  solveChallenge: 5,
  engineMemory: 0,
};

const MAKES_FILE: Record<FileMaker, true> = { cut: true, repair: true, clean: true };
const isFileMaker = (name: string): name is FileMaker => name in MAKES_FILE;

export interface DspOptions {
  /** Workers at most. */
  workers?: number;
  /** Workers that may share one analysis or export, asked when it begins; 1: nothing is shared. `probe` tries the device. */
  ways?: (probe: () => Promise<Probe>) => number | Promise<number>;
}

/**
 * Makes a pool of DSP workers. Calls wait in one queue, of shared work each piece. Callbacks run on the main thread;
 * results own their buffers.
 */
export function createDsp({ workers = 1, ways = () => 1 }: DspOptions = {}): Dsp {
  const lanes = createLanes(workers);
  const files = createMadeFiles();

  const call = (
    name: keyof DspWorkerApi,
    args: unknown[],
    signal: AbortSignal | undefined,
  ): Promise<unknown> =>
    lanes.hold<unknown>(signal, (run) =>
      isFileMaker(name)
        ? files.make((scratch) => run(name, [scratch, ...args]) as Promise<{ file: Blob }>)
        : run(name, args),
    );

  const operations = Object.fromEntries(
    (Object.keys(ARITY) as (keyof DspApi)[]).map((name) => [
      name,
      (...args: unknown[]) => {
        const options = args[ARITY[name]] as CallOptions | undefined;
        return call(name, args.slice(0, ARITY[name]), options?.signal);
      },
    ]),
  ) as unknown as DspOperations;

  return {
    ...withSharing(operations, {
      run: call as RunOnWorker,
      makeFile: files.make,
      ways: () => ways(() => call('probe', [PROBE_MS], undefined) as Promise<Probe>),
    }),
    discard: files.discard,
    detach: files.detach,
    keep: files.keep,
    dispose: () => lanes.endAll(new DOMException('disposed', 'AbortError')),
  };
}
