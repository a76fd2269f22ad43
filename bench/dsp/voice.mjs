// A voice-like signal for benches that need speech but must not depend on a synthesiser: pulses
// through three moving formants, syllables, pauses and a little breath. The same samples everywhere.

const FORMANTS = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [570, 840, 2410],
  [660, 1720, 2410],
];

/** @param {{ seconds: number, sampleRate: number }} options @returns {Float32Array} −0.5…0.5 */
export function voice({ seconds, sampleRate }) {
  const frames = Math.round(seconds * sampleRate);
  const out = new Float32Array(frames);
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  };
  const memory = [0, 0, 0, 0, 0, 0];
  let phase = 0;
  for (let n = 0; n < frames; n++) {
    const t = n / sampleRate;
    const syllable = Math.floor(t * 4.2);
    const within = t * 4.2 - syllable;
    const pause = syllable % 11 > 8;
    phase += (105 + 25 * Math.sin(t * 1.7) + 10 * Math.sin(t * 6.1)) / sampleRate;
    let source = 0.02 * random();
    if (phase >= 1) {
      phase -= 1;
      source += 1;
    }
    // Every fifth syllable is a hiss.
    if (syllable % 5 === 4) source = 0.12 * random();
    let sum = 0;
    FORMANTS[syllable % FORMANTS.length].forEach((hz, i) => {
      const r = Math.exp((-Math.PI * (60 + 40 * i)) / sampleRate);
      const c = 2 * r * Math.cos((2 * Math.PI * hz) / sampleRate);
      const y = (1 - r) * source + c * memory[2 * i] - r * r * memory[2 * i + 1];
      memory[2 * i + 1] = memory[2 * i];
      memory[2 * i] = y;
      sum += y;
    });
    const envelope = pause ? 0.001 : Math.sin(Math.PI * Math.min(1, within * 1.15)) ** 0.5 || 0;
    out[n] = Math.max(-0.5, Math.min(0.5, sum * envelope));
  }
  return out;
}
