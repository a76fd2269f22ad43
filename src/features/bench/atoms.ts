// The current benchmark run and the last stored report.
import { atom } from 'jotai/vanilla';
import { type BenchPorts, benchPortsAtom } from './ports.ts';
import { type BenchReport, type Depth, isReport } from './report.ts';
import { ROWS, type RunNews, runBench } from './run.ts';

const SETTING = 'bench';

type BenchState =
  | {
      phase: 'resting';
      report: BenchReport | null;
      before: BenchReport | null;
      ended: 'cancelled' | 'failed' | null;
    }
  | { phase: 'running'; news: RunNews };

const storedReport = ({ settings }: BenchPorts) => settings.read<BenchReport | null>(SETTING, isReport, null);

const stateAtom = atom<BenchState | null>(null);
const runningAtom = atom<AbortController | null>(null);
/** The rows to run; tests use fewer. */
export const benchRowsAtom = atom(ROWS);

export const depthAtom = atom<Depth>('quick');
export const benchAtom = atom<BenchState>(
  (get) =>
    get(stateAtom) ?? {
      phase: 'resting',
      report: storedReport(get(benchPortsAtom)),
      before: null,
      ended: null,
    },
);

/** Runs the benchmark, stores the report and compares it with the previous one. */
export const startBenchAtom = atom(null, async (get, set) => {
  if (get(runningAtom) !== null) return;
  const ports = get(benchPortsAtom);
  const before = storedReport(ports);
  const controller = new AbortController();
  set(runningAtom, controller);
  const end = (report: BenchReport | null, ended: 'cancelled' | 'failed' | null) =>
    set(stateAtom, { phase: 'resting', report, before: ended === null ? before : null, ended });
  try {
    const options = {
      depth: get(depthAtom),
      signal: controller.signal,
      onNews: (news: RunNews) => {
        if (!controller.signal.aborted) set(stateAtom, { phase: 'running', news });
      },
    };
    const report = await runBench(ports, options, get(benchRowsAtom));
    ports.settings.write(SETTING, report);
    end(report, null);
  } catch (error) {
    if (!controller.signal.aborted) console.warn('the benchmark stopped', error);
    end(before, controller.signal.aborted ? 'cancelled' : 'failed');
  } finally {
    set(runningAtom, null);
  }
});

/** Stops the workers and drops partial results. */
export const cancelBenchAtom = atom(null, (get) => {
  get(runningAtom)?.abort(new DOMException('cancelled', 'AbortError'));
});
