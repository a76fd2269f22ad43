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
  /** Ends all workers now; calls that run or wait reject. */
  dispose(): void;
};

/** What workers do. */
export type DspOperations = Omit<Dsp, 'discard' | 'detach' | 'keep' | 'dispose'>;

interface Lane {
  worker: Worker;
  remote: Remote<DspWorkerApi>;
  /** Rejects the running call when the worker dies. */
  fail: (reason: unknown) => void;
  isBusy: boolean;
  idle: ReturnType<typeof setTimeout> | undefined;
}

/** A call without a worker yet. */
interface Waiting {
  begin: (lane: Lane) => void;
  fail: (reason: unknown) => void;
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
 * Makes a pool of DSP workers. Calls wait in one queue, of shared work each piece, and the next worker that is free
 * takes the first: nobody knows before how long a call takes. Callbacks run on the main thread; results own their buffers.
 */
export function createDsp({ workers = 1, ways = () => 1 }: DspOptions = {}): Dsp {
  const lanes: Lane[] = [];
  const queue: Waiting[] = [];
  const onDisk = new WeakMap<Blob, ScratchPath>();

  /** For a call that begins at once. */
  function openLane(): Lane {
    const worker = new Worker(new URL('./worker/dsp.worker.ts', import.meta.url), {
      type: 'module',
      name: 'dsp',
    });
    const lane: Lane = {
      worker,
      remote: wrap<DspWorkerApi>(worker),
      fail: () => {},
      isBusy: true,
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

  /** A worker of the caller's own until `giveBack`. */
  function takeLane(signal: AbortSignal | undefined): Lane | Promise<Lane> {
    signal?.throwIfAborted();
    const lane = lanes.find(({ isBusy }) => !isBusy);
    if (!lane) return lanes.length < workers ? openLane() : inQueue(signal);
    clearTimeout(lane.idle);
    lane.isBusy = true;
    return lane;
  }

  function inQueue(signal: AbortSignal | undefined): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        begin(lane) {
          signal?.removeEventListener('abort', leave);
          resolve(lane);
        },
        fail: reject,
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
    });
  }

  /** The next call takes its place; that of a worker that was ended, a new one's. */
  function giveBack(lane: Lane): void {
    const isOpen = lanes.includes(lane);
    const next = isOpen || lanes.length < workers ? queue.shift() : undefined;
    if (next) next.begin(isOpen ? lane : openLane());
    else if (isOpen) {
      lane.isBusy = false;
      lane.idle = setTimeout(() => closeLane(lane), IDLE_MS);
    }
  }

  async function call(
    name: keyof DspWorkerApi,
    args: unknown[],
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const lane = await takeLane(signal);
    try {
      return await (isFileMaker(name) ? makeFileOn : runOn)(lane, name as FileMaker, args, signal);
    } finally {
      giveBack(lane);
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
    // Ended between its call and its work.
    if (!lanes.includes(lane)) return Promise.reject(new DOMException('the worker has ended', 'AbortError'));
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
      const disposed = new DOMException('disposed', 'AbortError');
      for (const waiting of queue.splice(0)) waiting.fail(disposed);
      for (const lane of [...lanes]) {
        lane.fail(disposed);
        closeLane(lane);
      }
    },
  };
}
