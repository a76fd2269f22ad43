// The main thread's way to the DSP workers. Workers start on the first call, run one operation at a
// time each, end 10 s after the last one, and are terminated when a call is aborted: that is the only
// way to stop wasm in the middle of a loop, and it leaves nothing behind.
import { proxy, type Remote, releaseProxy, wrap } from 'comlink';
import { engineModule } from './engineModule.ts';
import { toDspError } from './errors.ts';
import type {
  Analysis,
  AnalysisPart,
  CleanResult,
  CutResult,
  DspApi,
  DspWorkerApi,
  FileMaker,
  Inspection,
  KeptPath,
  PeaksChunk,
  Probe,
  RepairResult,
  ScratchPath,
} from './protocol.ts';
import { failedInWorker, type RunOnWorker } from './runOnWorker.ts';
import { discardScratch, keepScratch, reserveScratch, sweepScratch } from './scratch.ts';
import { withSharing } from './sharing.ts';

const IDLE_MS = 10_000;
/** Long enough for an encoder that has warmed up, too short to be noticed. */
const PROBE_MS = 300;
/** What is on the page's heap while a file is detached. */
const DETACH_BYTES = 1 << 20;

/** Trailing options of every call. */
export interface CallOptions {
  /** Aborting terminates the worker; the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Of `analyse`. */
export interface AnalyseOptions extends CallOptions {
  /**
   * Told once what the file is, its true length before all, after a walk through it that decodes nothing and long
   * before the peaks are whole. Only where peaks alone are asked for, and not of short files. Packets that the
   * decoder will refuse are not in its damage yet.
   */
  onInspection?: ((inspection: Inspection) => void) | undefined;
}

type WithOptions<F> = F extends (...args: infer A) => infer R
  ? (...args: [...A, options?: CallOptions]) => R
  : never;

/** `DspApi` with cancellation. Optional callbacks before the options may be passed as `undefined`. */
export type Dsp = { [K in Exclude<keyof DspApi, 'analyse'>]: WithOptions<DspApi[K]> } & {
  // Spelled out: a mapped type would forget which parts were asked for.
  analyse<P extends AnalysisPart>(
    file: Blob,
    parts: readonly P[],
    onPeaks?: (chunk: PeaksChunk) => void,
    options?: AnalyseOptions,
  ): Promise<Analysis<P>>;
  /** Gives back the disk under a file that `cut` or `repair` made; any other is left alone. Pages that end do it too. */
  discard(file: Blob): Promise<void>;
  /**
   * A Blob of the same bytes that needs no file of ours, for keeping; the disk is given back. IndexedDB does not copy
   * a file of the private file system, and with it the bytes would be gone (seen in Chromium 156).
   */
  detach(file: Blob): Promise<Blob>;
  /**
   * Where a file that `cut`, `repair` or `clean` made lies from now on, for good: it is moved, not copied, out of what
   * pages leave behind, and belongs to the caller. Null for any other file, and where the browser cannot move one.
   */
  keep(file: Blob): Promise<KeptPath | null>;
  /** Ends all workers now; running calls reject. */
  dispose(): void;
};

/** What workers do. */
export type DspOperations = Omit<Dsp, 'discard' | 'detach' | 'keep' | 'dispose'>;

interface Lane {
  worker: Worker;
  remote: Remote<DspWorkerApi>;
  /** Rejects the running call when the worker dies. */
  fail: (reason: unknown) => void;
  queue: Promise<unknown>;
  waiting: number;
  idle: ReturnType<typeof setTimeout> | undefined;
}

/** How many parameters each operation has before the options. */
const ARITY: Record<keyof DspApi, number> = {
  inspect: 1,
  analyse: 3,
  decodeRange: 4,
  proposePauses: 3,
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
 * Makes a pool of DSP workers. Each call goes to the lane with the shortest queue, of shared work each piece.
 * Callbacks run on the main thread; results own their buffers.
 */
export function createDsp({ workers = 1, ways = () => 1 }: DspOptions = {}): Dsp {
  const lanes: Lane[] = [];
  const onDisk = new WeakMap<Blob, ScratchPath>();

  function openLane(): Lane {
    const worker = new Worker(new URL('./worker/dsp.worker.ts', import.meta.url), {
      type: 'module',
      name: 'dsp',
    });
    const lane: Lane = {
      worker,
      remote: wrap<DspWorkerApi>(worker),
      fail: () => {},
      queue: Promise.resolve(),
      waiting: 0,
      idle: undefined,
    };
    worker.addEventListener('error', (event) => {
      lane.fail(toDspError(new Error(event.message || 'the audio worker stopped')));
      closeLane(lane);
    });
    lanes.push(lane);
    // A worker that ended before it was given the module needs none.
    void engineModule().then((module) => {
      if (lanes.includes(lane)) void lane.remote.start(module);
    });
    void sweepScratch();
    return lane;
  }

  function closeLane(lane: Lane): void {
    const index = lanes.indexOf(lane);
    if (index < 0) return;
    lanes.splice(index, 1);
    clearTimeout(lane.idle);
    lane.remote[releaseProxy]();
    lane.worker.terminate();
  }

  function pickLane(): Lane {
    const shortest = lanes.toSorted((a, b) => a.waiting - b.waiting)[0];
    return shortest && (shortest.waiting === 0 || lanes.length >= workers) ? shortest : openLane();
  }

  async function call(
    name: keyof DspWorkerApi,
    args: unknown[],
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const lane = pickLane();
    clearTimeout(lane.idle);
    lane.waiting += 1;
    // The worker may have been ended while this call waited for its turn: then it queues anew.
    const turn = lane.queue.then(() =>
      !lanes.includes(lane)
        ? call(name, args, signal)
        : isFileMaker(name)
          ? makeFileOn(lane, name, args, signal)
          : runOn(lane, name, args, signal),
    );
    lane.queue = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      lane.waiting -= 1;
      if (lane.waiting === 0 && lanes.includes(lane)) lane.idle = setTimeout(() => closeLane(lane), IDLE_MS);
    }
  }

  /** The file grows on disk; where it is not handed out, nothing of it stays. */
  function makeFileOn(
    lane: Lane,
    name: FileMaker,
    args: unknown[],
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    return makeFile(
      (scratch) =>
        runOn(lane, name, [scratch, ...args], signal) as Promise<CutResult | RepairResult | CleanResult>,
    );
  }

  async function makeFile<R extends { file: Blob }>(
    work: (scratch: ScratchPath | null) => Promise<R>,
  ): Promise<R> {
    const scratch = await reserveScratch();
    try {
      const result = await work(scratch);
      if (scratch) onDisk.set(result.file, scratch);
      return result;
    } catch (error) {
      if (scratch) void discardScratch(scratch);
      throw error;
    }
  }

  function runOn(
    lane: Lane,
    name: keyof DspWorkerApi,
    args: unknown[],
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      lane.fail = reject;
      const abort = () => {
        closeLane(lane);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const wired = args.map((arg) => (typeof arg === 'function' ? proxy(arg) : arg));
      const method = lane.remote[name] as unknown as (...values: unknown[]) => Promise<unknown>;
      method(...wired)
        .then(resolve, (thrown) => {
          const error = toDspError(thrown);
          // What a trap leaves of the module's memory is not to be worked with.
          if (failedInWorker(error)) closeLane(lane);
          reject(error);
        })
        .finally(() => signal?.removeEventListener('abort', abort));
    });
  }

  const api = Object.fromEntries(
    (Object.keys(ARITY) as (keyof DspApi)[]).map((name) => [
      name,
      (...args: unknown[]) => {
        const options = args[ARITY[name]] as CallOptions | undefined;
        return call(name, args.slice(0, ARITY[name]), options?.signal);
      },
    ]),
  ) as unknown as DspOperations;

  return {
    ...withSharing(api, {
      run: call as RunOnWorker,
      makeFile,
      ways: () => ways(() => call('probe', [PROBE_MS], undefined) as Promise<Probe>),
    }),
    async discard(file) {
      const scratch = onDisk.get(file);
      if (scratch) await discardScratch(scratch);
    },
    async detach(file) {
      const scratch = onDisk.get(file);
      if (!scratch) return file;
      const pieces: Blob[] = [];
      for (let at = 0; at < file.size; at += DETACH_BYTES)
        pieces.push(new Blob([await file.slice(at, at + DETACH_BYTES).arrayBuffer()]));
      await discardScratch(scratch);
      return new Blob(pieces, { type: file.type });
    },
    async keep(file) {
      const scratch = onDisk.get(file);
      return scratch ? keepScratch(scratch) : null;
    },
    dispose() {
      for (const lane of [...lanes]) {
        lane.fail(new DOMException('disposed', 'AbortError'));
        closeLane(lane);
      }
    },
  };
}
