// Processes by name, with their output; only the latest one of each name.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** After this time, a process that does not stop is killed. */
const PATIENCE_MS = 40_000;

interface Started {
  name: string;
  child: ChildProcess;
  log: () => string;
}

export class StartedProcesses {
  readonly #all: Started[] = [];

  start(name: string, file: string, words: string[], options: Parameters<typeof spawn>[2]): ChildProcess {
    const child = spawn(file, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += chunk));
    this.#all.push({ name, child, log: () => log });
    return child;
  }

  #last = (name: string) => this.#all.findLast((each) => each.name === name);
  childOf = (name: string) => this.#last(name)?.child;
  /** Everything it has written to stdout and stderr. */
  logOf = (name: string) => this.#last(name)?.log() ?? '';

  isRunning(name: string): boolean {
    const child = this.childOf(name);
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  async stop(name: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.childOf(name);
    if (!child || !this.isRunning(name)) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await gone;
    clearTimeout(timer);
  }

  /** Stops the latest first. */
  async stopAll(): Promise<void> {
    for (const { name } of [...this.#all].reverse()) await this.stop(name);
  }
}
