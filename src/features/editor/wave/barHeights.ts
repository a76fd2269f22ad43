// Bar heights: the body by RMS, the tips by peaks, both on a square-root scale (half the decibels), so that an hour in one
// view still shows speech, breath and pauses.
import type { PeakPyramid } from '../peakPyramid.ts';

/** Height share of the take's average loudness; the rest is for louder parts. */
const BODY = 0.55;
/** No further enlargement below −45 dBFS, so that a silent room does not look like speech. */
const QUIETEST = 10 ** (-45 / 20);

export interface BarHeights {
  /** 0…1, of the RMS. */
  body: Float32Array;
  /** 0…1, of the largest sample; never below the body. */
  peaks: Float32Array;
}

let columns = new Float32Array(0);
let buffers: BarHeights = { body: columns, peaks: columns };

/** Heights of `count` bars from `start` on, `step` seconds each; valid until the next call. */
export function barHeights(pyramid: PeakPyramid, start: number, step: number, count: number): BarHeights {
  if (buffers.body.length < count) {
    columns = new Float32Array(count * 2);
    buffers = { body: new Float32Array(count), peaks: new Float32Array(count) };
  }
  pyramid.columns(start, step, count, columns);
  pyramid.rmsColumns(start, step, count, buffers.body);
  const scale = BODY / Math.sqrt(Math.max(QUIETEST, pyramid.loudness));
  for (let bar = 0; bar < count; bar++) {
    const body = Math.min(1, Math.sqrt(buffers.body[bar] ?? 0) * scale);
    const peak = Math.max(-(columns[bar * 2] ?? 0), columns[bar * 2 + 1] ?? 0);
    buffers.body[bar] = body;
    buffers.peaks[bar] = Math.max(body, Math.min(1, Math.sqrt(peak) * scale));
  }
  return buffers;
}
