// The inspector of this process: a new worker thread per file, two at a time, callers in turn.

import type { Worker } from 'node:worker_threads';
import { AUDIO_MAX_SECONDS } from '../contract/limits.ts';
import { FairQueue, turnOf } from '../db/fairQueue.ts';
import { ApiError } from '../errors.ts';
import { startThread } from '../thread.ts';
import type {
  CountedAudio,
  InspectedAudio,
  Inspector,
  InspectReply,
  InspectRequest,
  SmallCopyReply,
  SmallCopyRequest,
} from './inspector.ts';
import { type CompiledCore, type Container, compileCore, type EngineErrorCode } from './wasm.ts';

/** Codes of the server itself, and a module of another build. */
type OwnCode = 'too_long' | 'system' | 'damaged' | 'core_mismatch';

const stopped = (cause: unknown) =>
  new ApiError('busy', 'The file cannot be inspected at the moment', {
    headers: { 'Retry-After': '10' },
    cause,
  });

const unsupported = (message: string) =>
  new ApiError('audio_unsupported', `Not an audio format we play: ${message}`);
const damaged = (message: string) => new ApiError('audio_damaged', `The audio file is damaged: ${message}`);
const internal = (cause: string) => new ApiError('internal', 'The file could not be read', { cause });

const REFUSALS: Record<EngineErrorCode | OwnCode, (message: string) => ApiError> = {
  empty: () => new ApiError('audio_empty', 'The audio file is empty'),
  unsupported_format: unsupported,
  unsupported_codec: unsupported,
  no_audio: unsupported,
  limit_exceeded: damaged,
  invalid_argument: damaged,
  needs_larger_engine: internal,
  source_unreadable: internal,
  core_mismatch: internal,
  damaged,
  too_long: () => new ApiError('audio_too_long', `Audio may last ${AUDIO_MAX_SECONDS / 60} minutes`),
  system: (code) =>
    code === 'ENOSPC' || code === 'EDQUOT'
      ? new ApiError('storage_full', 'There is no room left on the server')
      : stopped(code),
};

/** `code`: name of the thrown error. An unknown one is a trap, which a damaged file causes. */
export function refusal(code: string, message: string): ApiError {
  const known = Object.hasOwn(REFUSALS, code) ? (code as keyof typeof REFUSALS) : 'damaged';
  return REFUSALS[known](message);
}

/** Heap of the thread; the core's own memory is limited by its build. */
const HEAP_MB = 128;
/** One caller uses only one of the two places, because a file of 50 MB takes up to 90 s. */
const PLACES = { places: 2, perCaller: 1, waitingPerCaller: 8, waitingInAll: 32 };
/** Start of the thread and short files; 10 s refused good files on a machine with eight busy processes. */
const BASE_MS = 30_000;
/** On the slowest supported machine under load: 1 MB of MP3 (65 s of audio) takes 2 s. */
const MS_PER_MB = 2_000;
const MS_PER_SECOND = 31;
const deadlineOf = (seconds: number) => BASE_MS + seconds * MS_PER_SECOND;

/** MIME type and file extension of each container. */
const FORMATS: Record<Container, { mimeType: string; extension: string }> = {
  webm: { mimeType: 'audio/webm', extension: 'webm' },
  mp4: { mimeType: 'audio/mp4', extension: 'm4a' },
  ogg: { mimeType: 'audio/ogg', extension: 'ogg' },
  mp3: { mimeType: 'audio/mpeg', extension: 'mp3' },
  adts: { mimeType: 'audio/aac', extension: 'aac' },
  flac: { mimeType: 'audio/flac', extension: 'flac' },
  wav: { mimeType: 'audio/wav', extension: 'wav' },
  aiff: { mimeType: 'audio/aiff', extension: 'aiff' },
  // A draft, refused before (`sniff.ts`).
  takes: { mimeType: 'application/octet-stream', extension: 'takes' },
};

/** Most frames that a copy may differ by: codecs count their padding differently, by a packet at most. */
const COPY_FRAMES_MAX = 4096;

function interpret({ analysis, copy }: Inspected): InspectedAudio {
  const remux = copy?.remux;
  if (analysis.video) throw refusal('unsupported_format', 'it holds a video track');
  if (analysis.seconds > AUDIO_MAX_SECONDS) throw refusal('too_long', '');
  if (remux && Math.abs(remux.seconds - analysis.seconds) * analysis.sampleRate > COPY_FRAMES_MAX) {
    throw refusal('damaged', 'its length is unclear');
  }
  const { container, codec } = remux ?? analysis;
  return {
    ...analysis,
    ...FORMATS[container],
    container,
    codec,
    cleaned: copy && {
      sha256: copy.sha256,
      soundSha256: copy.remux.soundSha256,
      removed: copy.remux.removed,
    },
    receivedContainer: analysis.container,
  };
}

const startWorker = (entry: string, request: InspectRequest | SmallCopyRequest) =>
  startThread(entry, import.meta.url, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });

type Inspected = Extract<InspectReply, { ok: true }>;

/** Resolves with the thread's good answer. */
function runWorker<Reply extends InspectReply | SmallCopyReply>(
  worker: Worker,
  deadlineMs: number,
  running: Set<Worker>,
): Promise<Extract<Reply, { ok: true }>> {
  return new Promise((resolve, reject) => {
    running.add(worker);
    const started = performance.now();
    const end = () => {
      settle(() => reject(new ApiError('audio_damaged', 'The audio file takes too long to read')));
      void worker.terminate();
    };
    let timer = setTimeout(end, deadlineMs);
    const extend = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(end, milliseconds - (performance.now() - started));
    };
    let settled = false;
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      finish();
    };
    worker.on('message', (reply: Reply | CountedAudio) => {
      if ('counted' in reply) extend(Math.max(deadlineMs, deadlineOf(reply.counted.seconds)));
      else
        settle(() =>
          reply.ok
            ? resolve(reply as Extract<Reply, { ok: true }>)
            : reject(refusal(reply.code, reply.message)),
        );
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      // Running out of memory is the file's fault; a thread that did not start is ours.
      settle(() =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusal('damaged', error.message) : stopped(error),
        ),
      ),
    );
    worker.once('exit', () => {
      running.delete(worker);
      settle(() => reject(new ApiError('busy', 'The inspection was stopped')));
    });
  });
}

/** Threads share the compiled code and its optimisations. */
let compiled: Promise<CompiledCore> | undefined;

export function createInspector(): Inspector {
  const running = new Set<Worker>();
  const queue = new FairQueue(PLACES);
  let closed = false;
  const busy = () => new ApiError('busy', 'Too many uploads at once', { headers: { 'Retry-After': '10' } });
  return {
    inspect: (path, sizeBytes, cleanPath, caller = 'server') =>
      queue.run(
        turnOf(caller),
        async () => {
          if (closed) throw busy();
          const deadlineMs = BASE_MS + (sizeBytes / (1024 * 1024)) * MS_PER_MB;
          compiled ??= compileCore();
          const request = { path, cleanPath: cleanPath ?? null, module: await compiled };
          const worker = startWorker('inspect.worker', request);
          return interpret(await runWorker<InspectReply>(worker, deadlineMs, running));
        },
        busy,
      ),
    shrink: (path, seconds, smallPath) =>
      queue.run(
        turnOf('server'),
        async () => {
          if (closed) throw busy();
          compiled ??= compileCore();
          const worker = startWorker('smallCopy.worker', { path, smallPath, module: await compiled });
          await runWorker<SmallCopyReply>(worker, deadlineOf(seconds), running);
        },
        busy,
      ),
    close: async () => {
      closed = true;
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}
