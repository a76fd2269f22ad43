// Another sample rate for measures: a windowed sinc, slow and good.
const ZERO_CROSSINGS = 24;

/** @param {Float32Array} signal @returns {Float64Array} the same time at `toHz` */
export function resampled(signal, fromHz, toHz) {
  if (fromHz === toHz) return Float64Array.from(signal);
  const cutoff = 0.95 * Math.min(1, toHz / fromHz);
  const reach = Math.ceil(ZERO_CROSSINGS / cutoff);
  return Float64Array.from({ length: Math.floor((signal.length * toHz) / fromHz) }, (_, index) => {
    const place = (index * fromHz) / toHz;
    const middle = Math.floor(place);
    let sum = 0;
    for (let n = Math.max(0, middle - reach); n <= Math.min(signal.length - 1, middle + reach); n++) {
      const away = n - place;
      const angle = Math.PI * cutoff * away;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      sum += signal[n] * cutoff * sinc * (0.5 + 0.5 * Math.cos((Math.PI * away) / (reach + 1)));
    }
    return sum;
  });
}
