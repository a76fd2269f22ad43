// What a row of the benchmark is: a piece of work, what it must give, and what the browser has beside it.
import type { Dsp } from '../../dsp/client.ts';
import type { CutOptions, Region } from '../../dsp/protocol.ts';
import type { BenchPorts } from './ports.ts';
import type { Samples } from './samples.ts';

/** What a rate counts each second: seconds of sound, 10^6 bytes, 10^6 hashes, byte spectra. */
export type Unit = 'realtime' | 'megabytes' | 'megahashes' | 'spectra';

export type RowGroup = 'decode' | 'read' | 'voice' | 'write' | 'guard' | 'see';

/**
 * Why the browser has no figure: it has no such function; what it has runs only at the speed of the sound; it failed or is
 * kept from it here.
 */
export type NoPeer = 'none' | 'live' | 'failed';

export interface Work {
  /** In the row's unit, before dividing by seconds. */
  amount: number;
  /** Where the work times itself. */
  seconds?: number;
}

/** One comparison of results, before anything is timed. */
export interface Check {
  what:
    | 'frames'
    | 'likeness'
    | 'digest'
    | 'peaks'
    | 'loudness'
    | 'pauses'
    | 'voice'
    | 'repaired'
    | 'nonces'
    | 'bytes';
  /** As it must be. */
  wanted: string;
  engine: string;
  isRight: boolean;
  /** Null: nothing to compare. */
  browser: string | null;
  isBrowserRight: boolean | null;
}

/** Part of a check in which the browser has nothing to compare. */
export const NO_BROWSER = { browser: null, isBrowserRight: null } as const;

export interface Bench {
  /** Made for this row alone, so that the memory it takes is the row's. */
  dsp: Dsp;
  samples: Samples;
  ports: BenchPorts;
  signal: AbortSignal;
}

export interface BenchRow {
  id: string;
  group: RowGroup;
  unit: Unit;
  /** False: the sample could not be made on this device. */
  has?: (samples: Samples) => boolean;
  check(bench: Bench): Promise<Check>;
  engine(bench: Bench): Promise<Work>;
  browser: NoPeer | { run(bench: Bench): Promise<Work> };
}

/** The sample from end to end. */
export const whole = ({ samples }: Bench): Region[] => [{ start: 0, end: samples.seconds }];

/** Cuts `source`, hands the file to `look`, and gives the disk under it back. */
export async function withCut<T>(
  { dsp, signal }: Bench,
  source: Blob,
  regions: Region[],
  options: CutOptions,
  look: (file: Blob) => T | Promise<T>,
): Promise<T> {
  const { file } = await dsp.cut(source, regions, options, undefined, { signal });
  const seen = await look(file);
  await dsp.discard(file);
  return seen;
}

/** For a row that only times the cut. */
export const notLooked = () => undefined;
