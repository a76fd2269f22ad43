// A cut for as long as a row looks at it.
import type { CutOptions, Region } from '../../dsp/protocol.ts';
import type { Bench } from './row.ts';

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
