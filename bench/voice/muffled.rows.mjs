// Muffled listening: the app's graph rendered by Chromium, its energy counted here by a transform of our own. That the
// queue's key opens and closes it is shown by the browser test that `proven.rows.mjs` names.
import { createRequire } from 'node:module';
import { openChromium } from '../browser/chromium.mjs';

const FFT = createRequire(import.meta.url)('fft.js');
const POINTS = 32_768;
const ABOVE_HZ = 2_000;
const SOUNDS = {
  'loud noise': { kind: 'noise', level: 1 },
  'quiet noise': { kind: 'noise', level: 0.02 },
  'a clipped voice': { kind: 'buzz', level: 1 },
};

const decibels = (power) => 10 * Math.log10(power + 1e-30);
const powerOf = (samples) => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;

/** Share of the energy above 2 kHz, dB. */
function aboveShare(samples, rate) {
  const fft = new FFT(POINTS);
  const spectrum = fft.createComplexArray();
  const windowed = Float64Array.from({ length: POINTS }, (_, n) => {
    const turn = (2 * Math.PI * n) / POINTS;
    return samples[n] * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
  });
  fft.realTransform(spectrum, windowed);
  let [above, all] = [0, 0];
  for (let k = 0; k <= POINTS / 2; k++) {
    const power = spectrum[2 * k] ** 2 + spectrum[2 * k + 1] ** 2;
    all += power;
    if ((k * rate) / POINTS > ABOVE_HZ) above += power;
  }
  return decibels(above / all);
}

export function rows() {
  const name = 'what a moderator hears, Chromium';
  let browser;
  return [
    {
      name,
      async bars() {
        browser = await openChromium({});
        const heard = (sound, hearing) =>
          browser.page.evaluate(
            async ([what, how]) => (await import('/bench/browser/muffled.js')).heardThrough(what, how),
            [sound, hearing],
          );
        const bars = [];
        for (const [which, sound] of Object.entries(SOUNDS)) {
          const opened = await heard(sound, null);
          const muffled = await heard(sound, 'muffled');
          const full = await heard(sound, 'full');
          const power = powerOf(muffled.left);
          if (decibels(power) < -60) throw new Error(`${which} is not heard at all: ${decibels(power)} dB`);
          if (muffled.left.some((sample, n) => sample !== muffled.right[n])) throw new Error('not mono');
          const peak = muffled.left.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
          const original = sound.kind === 'noise' ? decibels(1 - ABOVE_HZ / (full.rate / 2)) : undefined;
          bars.push(
            {
              what: `${which}: RMS when opened`,
              value: Math.sqrt(powerOf(opened.left)),
              unit: '',
              atMost: 0,
            },
            {
              what: 'energy above 2 kHz',
              value: aboveShare(muffled.left, full.rate),
              unit: 'dB of the whole',
              atMost: -30,
            },
            { what: 'peak', value: decibels(peak ** 2), unit: 'dB', atMost: -12 },
          );
          if (original !== undefined)
            bars.push({
              what: 'the key held: energy above 2 kHz, off that of the recording',
              value: Math.abs(aboveShare(full.left, full.rate) - original),
              unit: 'dB',
              atMost: 0.5,
            });
        }
        return bars;
      },
      close: () => browser?.close(),
    },
  ];
}
