// Another sample rate for measures: a windowed sinc, slow and good.
const ZERO_CROSSINGS = 24;

/** @param {Float32Array} signal @returns {Float64Array} the same time at `toHz` */
export function resampled(signal, fromHz, toHz) {
  if (fromHz === toHz) return Float64Array.from(signal);
  const cutoff = 0.95 * Math.min(1, toHz / fromHz);
  const reach = Math.ceil(ZERO_CROSSINGS / cutoff);
  /** Weights of the samples around a place, by how far behind a sample it lies, in parts of `toHz`. */
  const kernels = new Map();
  const kernelOf = (behind) => {
    const known = kernels.get(behind);
    if (known) return known;
    const kernel = Float64Array.from({ length: 2 * reach + 1 }, (_, index) => {
      const away = index - reach - behind / toHz;
      const angle = Math.PI * cutoff * away;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      return cutoff * sinc * (0.5 + 0.5 * Math.cos((Math.PI * away) / (reach + 1)));
    });
    kernels.set(behind, kernel);
    return kernel;
  };
  const silenceAround = new Float64Array(signal.length + 2 * reach);
  silenceAround.set(signal, reach);
  const out = new Float64Array(Math.floor((signal.length * toHz) / fromHz));
  for (let index = 0; index < out.length; index++) {
    const kernel = kernelOf((index * fromHz) % toHz);
    const first = Math.floor((index * fromHz) / toHz);
    let sum = 0;
    for (let n = 0; n < kernel.length; n++) sum += silenceAround[first + n] * kernel[n];
    out[index] = sum;
  }
  return out;
}
