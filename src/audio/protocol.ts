// Messages between the main thread and the audio render thread. Types and constants only.

/** Name under which the spectrum processor is registered. */
export const SPECTRUM_PROCESSOR = 'aural-spectrum';

/** Interface version of `dsp/worklet` that the processor speaks. */
export const WORKLET_INTERFACE = 2;

/** Frames of one transform; the number of bins is half of it. */
export type FftSize = 512 | 1024;

/** `processorOptions` of the spectrum processor. */
export interface SpectrumOptions {
  /** Compiled `dsp/worklet`; instantiated synchronously on the audio thread. */
  module: WebAssembly.Module;
  fftSize: FftSize;
}

/** Reports per second: one per drawn frame of a 60 Hz screen. */
export const REPORTS_PER_SECOND = 60;

/**
 * Report buffers of one processor: one being read, one in transfer, one being filled. A report is an `ArrayBuffer`
 * transferred to the main thread, which transfers it back once the next arrived; while none is back, reports are
 * skipped and counted.
 */
export const REPORT_BUFFERS = 3;

/** Words (four bytes, native order) at the head of a report; the byte spectrum follows. */
export const REPORT_HEAD = {
  /** float: RMS since the last report, full scale is 1. */
  rms: 0,
  /** float: largest absolute sample since the last report. */
  peak: 1,
  /** uint: quanta that the render thread dropped since the start. */
  droppedQuanta: 2,
  /** uint: reports skipped for lack of a buffer since the start. */
  skippedReports: 3,
  /** Number of words. */
  length: 4,
} as const;

/** Bytes of one report. */
export function reportBytes(fftSize: FftSize): number {
  return REPORT_HEAD.length * 4 + fftSize / 2;
}

/** Sent to the processor to end it; every other message is a report buffer on its way back. */
export const STOP = 'stop';
