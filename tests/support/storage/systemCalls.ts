// A process's system calls, in order, from a log of `strace -f -y`.
import { spawnSync } from 'node:child_process';

export interface SystemCall {
  name: string;
  /** Text between the parentheses, and the result. */
  text: string;
  /** Lines where it began and ended; calls of other threads may lie in between. */
  begin: number;
  end: number;
}

/** Throws with the reason, because promises that need strace cannot be proven without it. */
export function requireStrace(): void {
  if (spawnSync('strace', ['-V']).status !== 0) throw new Error('not run: strace is not installed');
}

/** `-y` names the file behind each descriptor. */
export const straceWords = (log: string, calls: string, stringBytes: number) => [
  'strace',
  // The tracer runs in the background, so signals reach the server itself.
  '-D',
  '-f',
  '-y',
  '-qq',
  '-s',
  String(stringBytes),
  '-e',
  'signal=none',
  '-e',
  `trace=${calls}`,
  '-o',
  log,
];

export function readSystemCalls(log: string): SystemCall[] {
  const open = new Map<string, SystemCall>();
  const calls: SystemCall[] = [];
  for (const [index, line] of log.split('\n').entries()) {
    const resumed = /^(\d+)\s+<\.\.\. (\w+) resumed>(.*)$/.exec(line);
    if (resumed) {
      const [, thread = '', name = '', text = ''] = resumed;
      const begun = open.get(thread + name);
      if (begun) {
        begun.end = index;
        begun.text += text;
        open.delete(thread + name);
      }
      continue;
    }
    const found = /^(\d+)\s+(\w+)\((.*)$/.exec(line);
    if (!found) continue;
    const [, thread = '', name = '', text = ''] = found;
    const call = { name, text, begin: index, end: index };
    calls.push(call);
    if (text.endsWith('<unfinished ...>')) {
      call.end = Number.POSITIVE_INFINITY;
      open.set(thread + name, call);
    }
  }
  return calls;
}
