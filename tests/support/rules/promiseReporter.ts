// Reports each promise after its last test: one JSON line on stdout. Failed trials go to stderr. The plan (promise →
// files) comes from tests/reliability.mjs.
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

interface Planned {
  id: string;
  files: string[];
  /** Pattern for names of its tests in files that also prove other promises. */
  namePattern: string | null;
}

interface Outcome {
  n: number;
  passed: number;
  worst: string | null;
  seconds: number;
}

/** A promise whose tests are still running. */
interface Open {
  planned: Planned;
  outcomes: Outcome[];
  /** file → number of its remaining tests; null until the file is read. */
  left: Map<string, number | null>;
}

const firstLine = (text: string | undefined) => text?.split('\n')[0] ?? null;

function outcomeOf(test: TestCase): Outcome {
  const { state, errors } = test.result();
  const counted = test.meta().promise;
  const n = Math.max(counted?.n ?? 1, 1);
  const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
  if (state === 'passed') return { n, passed: counted?.passed ?? 1, worst: counted?.worst ?? null, seconds };
  // An aborted proof counts as failed, despite passed trials.
  const passed = Math.min(counted?.passed ?? 0, n - 1);
  const failure = counted && counted.passed < counted.n ? counted.worst : null;
  return { n, passed, worst: failure ?? firstLine(errors?.[0]?.message) ?? state, seconds };
}

export default class PromiseReporter implements Reporter {
  readonly #open: Map<string, Open>;

  constructor() {
    const plan = JSON.parse(process.env.RELIABILITY_PLAN ?? '[]') as Planned[];
    this.#open = new Map(
      plan.map((planned) => [
        planned.id,
        { planned, outcomes: [], left: new Map(planned.files.map((file) => [file, null])) },
      ]),
    );
  }

  #fileOf(module: TestModule): string {
    return relative(process.cwd(), module.moduleId);
  }

  /** The open promises that `test` proves. */
  #provenBy(test: TestCase): Open[] {
    const inRoom = this.#fileOf(test.module).startsWith('tests/reliability/');
    return [...this.#open.values()].filter(({ planned: { id, namePattern, files } }) =>
      inRoom
        ? test.name.startsWith(`${id}:`)
        : namePattern !== null &&
          files.includes(this.#fileOf(test.module)) &&
          new RegExp(namePattern).test(test.name),
    );
  }

  onTestModuleCollected(module: TestModule): void {
    const file = this.#fileOf(module);
    for (const test of module.children.allTests())
      for (const { left } of this.#provenBy(test)) left.set(file, (left.get(file) ?? 0) + 1);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'skipped' || state === 'pending') return;
    const said = [...(test.meta().promise?.failures ?? []), ...(errors ?? []).map(({ message }) => message)];
    if (state === 'failed') console.error([test.name, ...said].join('\n').replaceAll('\n', '\n  '));
    const file = this.#fileOf(test.module);
    for (const open of this.#provenBy(test)) {
      open.outcomes.push(outcomeOf(test));
      open.left.set(file, (open.left.get(file) ?? 1) - 1);
      this.#sayIfDecided(open);
    }
  }

  onTestModuleEnd(module: TestModule): void {
    const file = this.#fileOf(module);
    for (const error of module.errors()) console.error(`${file}\n  ${error.message}`);
    for (const open of [...this.#open.values()]) {
      if (!open.left.has(file) || open.left.get(file) === 0) continue;
      // Its tests never ran: the file or a dependency failed to load.
      const worst = firstLine(module.errors()[0]?.message) ?? 'not run';
      open.outcomes.push({ n: 1, passed: 0, worst, seconds: 0 });
      open.left.set(file, 0);
      this.#sayIfDecided(open);
    }
  }

  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    for (const open of [...this.#open.values()]) this.#say(open);
    for (const error of errors) console.error(error.stack ?? error.message);
  }

  #sayIfDecided(open: Open): void {
    if ([...open.left.values()].every((left) => left === 0)) this.#say(open);
  }

  #say({ planned: { id }, outcomes }: Open): void {
    this.#open.delete(id);
    const sum = (key: 'n' | 'passed' | 'seconds') =>
      outcomes.reduce((total, outcome) => total + outcome[key], 0);
    const [n, passed] = [sum('n'), sum('passed')];
    const failed = outcomes.find((outcome) => outcome.passed < outcome.n);
    // A promise without a test counts as broken.
    const worst =
      n === 0 ? 'no test proves it' : ((failed ?? outcomes.find((each) => each.worst))?.worst ?? null);
    console.log(JSON.stringify({ id, n, passed, worst, seconds: Number(sum('seconds').toFixed(2)) }));
  }
}
