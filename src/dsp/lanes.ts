// The workers, and the queue of calls that wait for one. A worker starts with the first call that finds none free, runs
// one call at a time, ends 10 s after its last one, and is terminated when its call is aborted: that is the only way to
// stop wasm in the middle of a loop, and it leaves nothing behind.
import { proxy, type Remote, releaseProxy, wrap } from 'comlink';
import wasmUrl from '../../dsp/pkg/first_bg.wasm?url';
import { failedInWorker, toDspError } from './errors.ts';
import type { DspWorkerApi } from './protocol.ts';
import { sweepScratch } from './scratch.ts';

const IDLE_MS = 10_000;

// The engine's first module, compiled once for the page: each new worker takes it with the browser's optimisations.
let compiling: Promise<WebAssembly.Module | string> | undefined;

/** Its URL if it could not be fetched or compiled here: the worker then tries and reports why; the next call tries again. */
function engineModule(): Promise<WebAssembly.Module | string> {
  compiling ??= WebAssembly.compileStreaming(fetch(wasmUrl)).catch(() => {
    compiling = undefined;
    return wasmUrl;
  });
  return compiling;
}

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

/** Runs an operation on the worker that the caller has. */
export type Run = (name: keyof DspWorkerApi, args: unknown[]) => Promise<unknown>;

export interface Lanes {
  /** Gives `work` a worker of its own until it settles; aborting ends that worker, or the wait for one. */
  hold<T>(signal: AbortSignal | undefined, work: (run: Run) => Promise<T>): Promise<T>;
  /** Ends all workers now; calls that run or wait reject with `reason`. */
  endAll(reason: unknown): void;
}

/** Calls wait in one queue; the next free worker takes the first, because no duration is known in advance. */
export function createLanes(workers: number): Lanes {
  const lanes: Lane[] = [];
  const queue: Waiting[] = [];

  /** For a call that begins at once. */
  function open(): Lane {
    const lane = startLane((broken) => close(broken));
    lanes.push(lane);
    // A worker that ended before it was given the module needs none.
    void engineModule().then((module) => {
      if (lanes.includes(lane)) void lane.remote.start(module);
    });
    void sweepScratch();
    return lane;
  }

  function close(lane: Lane): void {
    const index = lanes.indexOf(lane);
    if (index < 0) return;
    lanes.splice(index, 1);
    clearTimeout(lane.idle);
    lane.remote[releaseProxy]();
    lane.worker.terminate();
  }

  /** A worker of the caller's own until `giveBack`. */
  function take(signal: AbortSignal | undefined): Lane | Promise<Lane> {
    signal?.throwIfAborted();
    const lane = lanes.find(({ isBusy }) => !isBusy);
    if (!lane) return lanes.length < workers ? open() : inQueue(queue, signal);
    clearTimeout(lane.idle);
    lane.isBusy = true;
    return lane;
  }

  /** The next call takes its place; that of a worker that was ended, a new one's. */
  function giveBack(lane: Lane): void {
    const isOpen = lanes.includes(lane);
    const next = isOpen || lanes.length < workers ? queue.shift() : undefined;
    if (next) next.begin(isOpen ? lane : open());
    else if (isOpen) {
      lane.isBusy = false;
      lane.idle = setTimeout(() => close(lane), IDLE_MS);
    }
  }

  return {
    async hold(signal, work) {
      const lane = await take(signal);
      const run: Run = (name, args) => {
        signal?.throwIfAborted();
        // Ended between its call and its work.
        if (!lanes.includes(lane)) throw new DOMException('the worker has ended', 'AbortError');
        return runOn(lane, name, args, { signal, onBroken: () => close(lane) });
      };
      try {
        return await work(run);
      } finally {
        giveBack(lane);
      }
    },
    endAll(reason) {
      for (const waiting of queue.splice(0)) waiting.fail(reason);
      for (const lane of [...lanes]) {
        lane.fail(reason);
        close(lane);
      }
    },
  };
}

function startLane(onStopped: (lane: Lane) => void): Lane {
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
    onStopped(lane);
  });
  return lane;
}

/** Aborting leaves the queue. */
function inQueue(queue: Waiting[], signal: AbortSignal | undefined): Promise<Lane> {
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

interface Running {
  signal: AbortSignal | undefined;
  /** The call was aborted, or the worker is not to be worked with any more. */
  onBroken: () => void;
}

function runOn(
  lane: Lane,
  name: keyof DspWorkerApi,
  args: unknown[],
  { signal, onBroken }: Running,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // Progress has its own port and may arrive after the answer; progress of finished work is ignored.
    let isOver = false;
    const whileItRuns = (callback: (...values: unknown[]) => unknown) =>
      proxy((...values: unknown[]) => (isOver ? undefined : callback(...values)));
    const fail = (reason: unknown) => {
      isOver = true;
      reject(reason);
    };
    lane.fail = fail;
    const abort = () => {
      onBroken();
      fail(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    const wired = args.map((arg) => (typeof arg === 'function' ? whileItRuns(arg as () => unknown) : arg));
    const method = lane.remote[name] as unknown as (...values: unknown[]) => Promise<unknown>;
    method(...wired)
      .then(
        (answer) => {
          isOver = true;
          resolve(answer);
        },
        (thrown) => {
          const error = toDspError(thrown);
          // A trap leaves the module's memory in an unknown state.
          if (failedInWorker(error)) onBroken();
          fail(error);
        },
      )
      .finally(() => signal?.removeEventListener('abort', abort));
  });
}
