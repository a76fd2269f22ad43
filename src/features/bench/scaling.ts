// MP3 export on one to several workers: same bytes, less time.
import { type Figure, figureOf } from './measure.ts';
import type { Bench } from './row.ts';
import { longWav } from './samples.ts';

export interface ScaledWork {
  workers: number;
  figure: Figure;
  /** Engine memory of all workers together. */
  engineBytes: number;
}

export interface Scaling {
  /** Length of the sound that is encoded. */
  minutes: number;
  /** True if every number of workers produced the same file. */
  isSame: boolean;
  steps: ScaledWork[];
}

/** Same limit as in the app. */
const MAX_WORKERS = 4;
/** Minutes per worker: the length of a shared piece. */
const MINUTES_EACH = 2;

export async function measureScaling(
  bench: Omit<Bench, 'dsp'>,
  cores: number,
  rounds: number,
  onStep: (fraction: number) => void,
): Promise<Scaling> {
  const { ports, samples, signal } = bench;
  const most = Math.max(2, Math.min(MAX_WORKERS, cores));
  const minutes = most * MINUTES_EACH;
  const wav = longWav(samples, minutes);
  const digests = new Set<string>();
  const steps: ScaledWork[] = [];
  for (let workers = 1; workers <= most; workers++) {
    const dsp = ports.createDsp({ workers, ways: () => workers });
    try {
      const rates: number[] = [];
      // The first round starts the workers and is not timed.
      for (let round = 0; round <= rounds; round++) {
        signal.throwIfAborted();
        const started = performance.now();
        const { file, seconds } = await dsp.cut(
          wav,
          [{ start: 0, end: minutes * 60 }],
          { format: 'mp3', kbps: 128 },
          undefined,
          { signal },
        );
        const rate = seconds / ((performance.now() - started) / 1000);
        if (round === 0) digests.add(await dsp.sha256(file, undefined, { signal }));
        else rates.push(rate);
        await dsp.discard(file);
        onStep((workers - 1 + (round + 1) / (rounds + 1)) / most);
      }
      const engineBytes = (await dsp.engineMemory({ signal })) * workers;
      steps.push({ workers, figure: figureOf(rates), engineBytes });
    } finally {
      dsp.dispose();
    }
  }
  return { minutes, isSame: digests.size === 1, steps };
}
