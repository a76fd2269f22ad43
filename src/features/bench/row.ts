// A benchmark row: an operation, the check of its result, and the browser's counterpart.
import type { Dsp } from '../../dsp/client.ts';
import type { CutOptions, Region } from '../../dsp/protocol.ts';
import type { BenchPorts } from './ports.ts';
import type { Samples } from './samples.ts';

/** Units per second: seconds of sound, 10^6 bytes, 10^6 hashes, byte spectra. */
export type Unit = 'realtime' | 'megabytes' | 'megahashes' | 'spectra';

export type RowGroup = 'decode' | 'read' | 'voice' | 'write' | 'guard' | 'see';

/**
 * Why the browser has no figure: no such function; only in real time; failed or not allowed here.
 */
export type NoPeer = 'none' | 'live' | 'failed';

export interface Work {
  /** In the row's unit, before dividing by seconds. */
  amount: number;
  /** Set if the work times itself. */
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
  /** The expected result. */
  wanted: string;
  engine: string;
  isRight: boolean;
  /** Null without a comparison. */
  browser: string | null;
  isBrowserRight: boolean | null;
}

/** Check fields without a browser result. */
export const NO_BROWSER = { browser: null, isBrowserRight: null } as const;

export interface Bench {
  /** Created for this row, so that its memory is the row's. */
  dsp: Dsp;
  samples: Samples;
  ports: BenchPorts;
  signal: AbortSignal;
}

export interface BenchRow {
  id: string;
  group: RowGroup;
  unit: Unit;
  /** False if this device could not create the sample. */
  has?: (samples: Samples) => boolean;
  check(bench: Bench): Promise<Check>;
  engine(bench: Bench): Promise<Work>;
  browser: NoPeer | { run(bench: Bench): Promise<Work> };
}

/** The sample from end to end. */
export const whole = ({ samples }: Bench): Region[] => [{ start: 0, end: samples.seconds }];

/** Cuts `source`, passes the file to `read`, then deletes it. */
export async function withCut<T>(
  { dsp, signal }: Bench,
  source: Blob,
  regions: Region[],
  options: CutOptions,
  read: (file: Blob) => T | Promise<T>,
): Promise<T> {
  const { file } = await dsp.cut(source, regions, options, undefined, { signal });
  const result = await read(file);
  await dsp.discard(file);
  return result;
}

/** For rows that only time the cut. */
export const ignoreFile = () => undefined;
