// Writes log lines without ever blocking or ending the server. When a volume is full or its pipe is not read, lines are
// dropped and counted, and a later line reports the count.
import { close, constants, fstat, open, write } from 'node:fs';

/** Characters buffered while nothing can be written, about 5,000 lines; later lines are dropped. */
const MAX_BUFFERED_CHARACTERS = 1024 * 1024;
/** Size of one write. */
const WRITE_BYTES = 64 * 1024;
/** Pause after a failed write. */
const PAUSE_MS = 500;
/** Time for the last lines before the process exits without them. */
const FLUSH_MS = 1000;
/** pino's number of a warning. */
const WARN = 40;
/** No `/proc`, or a pipe of another user. */
const NOT_OURS = new Set<string | undefined>(['ENOENT', 'EACCES', 'EPERM']);

let lost = 0;

/** Number of dropped lines of this process. */
export const logLinesLost = (): number => lost;

/** A pino destination that neither waits nor throws. */
export interface LineSink {
  /** `line` ends with a line feed. */
  write(line: string): void;
  /** Resolves when everything is written, or after `milliseconds`; false while a write hangs. Never rejects. */
  flush(milliseconds: number): Promise<boolean>;
}

const writing = (descriptor: number, bytes: Buffer) =>
  new Promise<number>((resolve, reject) => {
    write(descriptor, bytes, (error, count) => (error ? reject(error) : resolve(count)));
  });

/**
 * A non-blocking descriptor for a pipe or a terminal, which answers EAGAIN when full. It is a new one because other processes
 * may share the original. Files and sockets keep theirs: a write that hangs there blocks only one thread.
 */
function opened(descriptor: number): Promise<number> {
  return new Promise((resolve, reject) => {
    fstat(descriptor, (failure, info) => {
      if (failure) return reject(failure);
      if (!info.isFIFO() && !info.isCharacterDevice()) return resolve(descriptor);
      const flags = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
      open(`/proc/self/fd/${descriptor}`, flags, (refused, own) => {
        if (!refused) resolve(own);
        else if (NOT_OURS.has(refused.code)) resolve(descriptor);
        else reject(refused);
      });
    });
  });
}

/** Lines for `descriptor`, usually 1 or 2. Nothing is opened before the first line. */
function createLineSink(descriptor: number): LineSink {
  const queue: string[] = [];
  let characters = 0;
  let lostHere = 0;
  /** Taken from the queue but not written yet. Starts in the middle of a line after a short write. */
  let batch: Buffer | null = null;
  let target: Promise<number> | null = null;
  let isBusy = false;
  let pause: NodeJS.Timeout | null = null;
  const waiters: (() => void)[] = [];

  function nextBatch(): Buffer | null {
    let bytes = 0;
    let count = 0;
    for (const line of queue) {
      bytes += Buffer.byteLength(line);
      if (count > 0 && bytes > WRITE_BYTES) break;
      count++;
    }
    let text = queue.splice(0, count).join('');
    characters -= text.length;
    // Writing works again: no batch is taken while a write fails.
    if (lostHere > 0) {
      const msg = `${lostHere} log lines could not be written`;
      text += `${JSON.stringify({ level: WARN, time: Date.now(), lost: lostHere, msg })}\n`;
      lostHere = 0;
    }
    return text === '' ? null : Buffer.from(text);
  }

  async function writeAll(): Promise<void> {
    target ??= opened(descriptor);
    const to = await target;
    for (batch ??= nextBatch(); batch; batch = nextBatch()) {
      while (batch.length > 0) batch = batch.subarray(await writing(to, batch));
    }
  }

  /** The next try opens the descriptor again. */
  async function release(): Promise<void> {
    const own = await target?.catch(() => descriptor);
    target = null;
    if (own !== undefined && own !== descriptor) close(own, () => {});
  }

  async function run(): Promise<void> {
    if (isBusy || pause) return;
    isBusy = true;
    try {
      await writeAll();
      for (const done of waiters.splice(0)) done();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') await release();
      pause = setTimeout(() => {
        pause = null;
        void run();
      }, PAUSE_MS);
      pause.unref();
    } finally {
      isBusy = false;
    }
    // A line may have been queued in the meantime.
    if (!pause && queue.length > 0) void run();
  }

  return {
    write: (line) => {
      if (characters + line.length > MAX_BUFFERED_CHARACTERS) {
        lost++;
        lostHere++;
        return;
      }
      queue.push(line);
      characters += line.length;
      void run();
    },
    flush: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(!isBusy), milliseconds);
        waiters.push(() => {
          clearTimeout(timer);
          resolve(true);
        });
        void run();
      }),
  };
}

/** The log of the process. */
export const standardOutput: LineSink = createLineSink(1);
/** For the last messages of a process that exits. */
export const standardError: LineSink = createLineSink(2);

/** Exits after the last lines are written, or after a second. */
export async function leave(code: number): Promise<never> {
  const done = await Promise.all([standardOutput, standardError].map((sink) => sink.flush(FLUSH_MS)));
  // `exit` would wait for a thread whose write hangs.
  if (done.includes(false)) process.kill(process.pid, 'SIGKILL');
  return process.exit(code);
}

// Log lines for a person at a terminal. Everywhere else the log stays JSON, one object a line.

/** pino's levels that get a word; information is the usual one. */
const WORDS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };
const RED = '\u001b[31m';
const YELLOW = '\u001b[33m';
const GREY = '\u001b[90m';
const PLAIN = '\u001b[0m';
const colourOf = (level: number) => (level >= 50 ? RED : level >= 40 ? YELLOW : GREY);

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** One JSON line of pino as text: time, level, message, fields, and the stack of an error on its own lines. */
function readableLine(line: string): string {
  const { level, time, msg = '', err, requestId: _id, ...fields } = JSON.parse(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const isRequest = msg === 'request';
  const { operation, method, status, code, ms, ...others } = fields;
  const text = isRequest
    ? [method, operation, status, code, `${ms} ms`].filter((part) => part !== undefined).join(' ')
    : msg;
  const rest = Object.entries(isRequest ? others : fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ` ${GREY}${name}=${PLAIN}${shown(value)}`)
    .join('');
  const word = WORDS[level] ? ` ${colourOf(level)}${WORDS[level]}${PLAIN}` : '';
  const stack = err ? `\n${String(err.stack ?? err.message).replace(/^/gm, '  ')}` : '';
  return `${GREY}${clock}${PLAIN}${word} ${text}${rest}${stack}\n`;
}

/** A sink that makes pino's lines readable. */
export const readable = (sink: LineSink): Pick<LineSink, 'write'> => ({
  write: (line) => sink.write(readableLine(line)),
});
