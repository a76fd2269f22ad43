// A voice-like signal for the fake microphone: a glottal pulse train through three moving formants, in syllables, with
// some breath. Browser voice processing passes it like a human voice.

const made = new Map<string, Float32Array>();

/** Deterministic; mono, −1…1. Computed once per process and copied for each caller. */
export function voice(seconds: number, sampleRate: number): Float32Array {
  const key = `${seconds} ${sampleRate}`;
  const known = made.get(key) ?? speak(seconds, sampleRate);
  made.set(key, known);
  return known.slice();
}

function speak(seconds: number, sampleRate: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * sampleRate));
  const vowels = [
    [730, 1090, 2440],
    [270, 2290, 3010],
    [300, 870, 2240],
    [530, 1840, 2480],
    [570, 840, 2410],
  ];
  const radii = [0, 1, 2].map((index) => Math.exp((-Math.PI * (70 + 30 * index)) / sampleRate));
  const cosines = vowels.map((formants) =>
    formants.map((frequency) => Math.cos((2 * Math.PI * frequency) / sampleRate)),
  );
  const state = Array.from({ length: 3 }, () => [0, 0]);
  let phase = 0;
  let noise = 12345;
  for (let i = 0; i < out.length; i++) {
    const time = i / sampleRate;
    const syllable = time * 3.1;
    const vowel = cosines[Math.floor(syllable) % vowels.length]!;
    const envelope = Math.max(0, Math.sin(Math.PI * (syllable % 1))) ** 0.6;
    const pitch = 118 + 22 * Math.sin(time * 1.3) + 8 * Math.sin(time * 7.1);
    phase = (phase + pitch / sampleRate) % 1;
    noise = (Math.imul(noise, 1103515245) + 12345) >>> 0;
    const breath = (noise / 2 ** 32 - 0.5) * 0.06;
    const source = (phase < 0.4 ? Math.sin((Math.PI * phase) / 0.4) ** 2 : 0) - 0.22 + breath;
    let sample = 0;
    vowel.forEach((cosine, index) => {
      const radius = radii[index]!;
      const memory = state[index]!;
      const next = source * (1 - radius) + 2 * radius * cosine * memory[0]! - radius * radius * memory[1]!;
      memory[1] = memory[0]!;
      memory[0] = next;
      sample += next / (index + 1);
    });
    out[i] = sample * envelope;
  }
  const peak = out.reduce((top, value) => Math.max(top, Math.abs(value)), 1e-9);
  return out.map((value) => (value / peak) * 0.6);
}
