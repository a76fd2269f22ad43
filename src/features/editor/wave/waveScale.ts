// Converts between time and position on the waveform.

export interface WaveScale {
  /** CSS pixels from the left of the whole wave. */
  x(seconds: number): number;
  /** Seconds under a viewport coordinate, inside the audio. */
  secondsAt(clientX: number): number;
}

export function createWaveScale(
  view: { wrapper: HTMLElement; pixelsPerSecond(): number },
  duration: number,
): WaveScale {
  return {
    x: (seconds) => seconds * view.pixelsPerSecond(),
    secondsAt(clientX) {
      const seconds = (clientX - view.wrapper.getBoundingClientRect().left) / view.pixelsPerSecond();
      return clamp(seconds, 0, duration);
    },
  };
}

/** `low` wins when the range is empty. */
export const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high));
