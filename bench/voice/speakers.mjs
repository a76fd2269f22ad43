// People who speak: a pitch, three vowels, a tempo of their own. From seeds, the same samples everywhere.

/** Low: the differences between these speakers are below 3.4 kHz, as on a telephone, and an hour is computed quickly. */
export const SPOKEN_RATE = 8_000;

/** Pitch in Hz, formants of vowels in Hz. */
export const ANNA = {
  hz: 205,
  vowels: [
    [850, 1220, 2810],
    [310, 2790, 3310],
    [500, 1640, 2700],
  ],
};
export const BEN = {
  hz: 110,
  vowels: [
    [640, 1190, 2390],
    [270, 2290, 3010],
    [300, 870, 2240],
  ],
};

/** 0 … 1 */
export function randomOf(seed) {
  let state = (Math.imul(seed, 2654435761) + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const framesOf = (seconds) => Math.round(seconds * SPOKEN_RATE);

/** Syllables of changing length and strength, `tempo` times as quick as usual. */
export function spoken({ hz, vowels, tempo = 1 }, seconds, random) {
  const out = new Float32Array(framesOf(seconds));
  const memory = new Float64Array(6);
  let [phase, left, length, vowel, strength] = [0, 0, 1, vowels[0], 1];
  for (let n = 0; n < out.length; n++) {
    if (left === 0) {
      length = left = framesOf((0.14 + 0.16 * random()) / tempo);
      vowel = vowels[Math.floor(random() * vowels.length)];
      strength = 0.5 + 0.5 * random();
    }
    left--;
    phase += (hz * (1 + 0.12 * Math.sin((1.7 * n) / SPOKEN_RATE))) / SPOKEN_RATE;
    let source = 0.03 * (2 * random() - 1);
    if (phase >= 1) {
      phase -= 1;
      source += 1;
    }
    let sum = 0;
    for (let i = 0; i < vowel.length; i++) {
      const r = Math.exp((-Math.PI * (60 + 40 * i)) / SPOKEN_RATE);
      const turn = 2 * r * Math.cos((2 * Math.PI * vowel[i]) / SPOKEN_RATE);
      const y = (1 - r) * source + turn * memory[2 * i] - r * r * memory[2 * i + 1];
      memory[2 * i + 1] = memory[2 * i];
      memory[2 * i] = y;
      sum += y;
    }
    out[n] = strength * Math.sin((Math.PI * left) / length) * Math.max(-0.9, Math.min(0.9, sum));
  }
  return out;
}

/** A speaker from a seed, with a way of talking: tempo, how long a phrase is, how long they think. */
export function someone(seed) {
  const random = randomOf(seed);
  const between = (least, most) => least + (most - least) * random();
  const size = between(0.85, 1.15);
  return {
    hz: between(90, 240),
    vowels: BEN.vowels.map((vowel) => vowel.map((hz) => hz * size)),
    tempo: between(0.8, 1.3),
    phrase: between(2.5, 6),
    rest: between(0.4, 1.6),
  };
}

/** A take of theirs: phrases, each as loud as it comes, and pauses. Peaks near ±1. */
export function takeOf(who, seconds, random) {
  const out = new Float32Array(framesOf(seconds));
  for (let at = 0; at < out.length; ) {
    const phrase = spoken(who, Math.min(60, who.phrase * (0.6 + 0.8 * random())), random);
    const gain = 10 ** ((-10 + 10 * random()) / 20);
    out.set(
      phrase.subarray(0, out.length - at).map((sample) => sample * gain),
      at,
    );
    at += phrase.length + framesOf(who.rest * (0.6 + 0.8 * random()));
  }
  return out;
}

/** Puts a part into a take. */
export const put = (take, seconds, part) => take.set(part, framesOf(seconds));

/** Even noise of this RMS, dB re full scale, everywhere. */
export function addRoom(take, decibels, random) {
  const amplitude = 10 ** (decibels / 20) * Math.sqrt(3);
  for (let n = 0; n < take.length; n++) take[n] += amplitude * (2 * random() - 1);
}
