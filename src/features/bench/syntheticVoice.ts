// A synthetic voice: pulses through moving formants, syllables, hisses and pauses. The same samples on every device, so
// that reports are comparable.

const FORMANTS = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [570, 840, 2410],
  [660, 1720, 2410],
] as const;
const SYLLABLES_PER_SECOND = 4.2;
/** Pause in every ten seconds, with only room noise. */
const PAUSE = { every: 10, from: 6, to: 9.5 };

export interface Span {
  start: number;
  end: number;
}

/** The pauses, seconds. */
export const pausesOf = (seconds: number): Span[] =>
  Array.from({ length: Math.floor(seconds / PAUSE.every) }, (_, at) => ({
    start: at * PAUSE.every + PAUSE.from,
    end: at * PAUSE.every + PAUSE.to,
  }));

/** Synthesises one second at a time and calls `rest` between them. −0.5…0.5, one channel. */
export async function synthesiseVoice(
  seconds: number,
  sampleRate: number,
  rest: () => Promise<void>,
): Promise<Float32Array<ArrayBuffer>> {
  const out = new Float32Array(seconds * sampleRate);
  const memory = new Float64Array(6);
  let state = 1;
  let phase = 0;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  for (let n = 0; n < out.length; n++) {
    if (n % sampleRate === 0) await rest();
    const t = n / sampleRate;
    const position = t * SYLLABLES_PER_SECOND;
    const syllable = Math.floor(position);
    phase += (105 + 25 * Math.sin(t * 1.7) + 10 * Math.sin(t * 6.1)) / sampleRate;
    let source = 0.02 * random();
    if (phase >= 1) {
      phase -= 1;
      source += 1;
    }
    if (syllable % 5 === 4) source = 0.12 * random();
    let sum = 0;
    const formants = FORMANTS[syllable % FORMANTS.length] ?? FORMANTS[0];
    for (let i = 0; i < 3; i++) {
      const r = Math.exp((-Math.PI * (60 + 40 * i)) / sampleRate);
      const c = 2 * r * Math.cos((2 * Math.PI * (formants[i] ?? 0)) / sampleRate);
      const y = (1 - r) * source + c * (memory[2 * i] ?? 0) - r * r * (memory[2 * i + 1] ?? 0);
      memory[2 * i + 1] = memory[2 * i] ?? 0;
      memory[2 * i] = y;
      sum += y;
    }
    const within = t % PAUSE.every;
    const isPause = within >= PAUSE.from && within < PAUSE.to;
    const envelope = isPause ? 0.0005 : Math.sqrt(Math.sin(Math.PI * Math.min(1, position - syllable)));
    out[n] = Math.max(-0.5, Math.min(0.5, sum * envelope));
  }
  return out;
}
