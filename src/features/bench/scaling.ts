// MP3 export on one worker, two, and as many as the device is given: the same bytes, sooner.
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
  /** Every number of workers made the same file. */
  isSame: boolean;
  steps: ScaledWork[];
}

/** As the app shares work. */
const WORKERS_MOST = 4;
/** A piece that workers share is two minutes: so much for each worker at least. */
const MINUTES_EACH = 2;

export async function measureScaling(
  bench: Omit<Bench, 'dsp'>,
  cores: number,
  rounds: number,
  onStep: (fraction: number) => void,
): Promise<Scaling> {
  const { ports, samples, signal } = bench;
  const most = Math.max(2, Math.min(WORKERS_MOST, cores));
  const minutes = most * MINUTES_EACH;
  const wav = longWav(samples, minutes);
  const digests = new Set<string>();
  const steps: ScaledWork[] = [];
  for (let workers = 1; workers <= most; workers++) {
    const dsp = ports.createDsp({ workers, ways: () => workers });
    try {
      const rates: number[] = [];
      // The first is not timed: workers start in it.
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
