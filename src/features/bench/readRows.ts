// Reading files: inspection, waveform peaks, full analysis.

import { likeness } from './likeness.ts';
import { type Bench, type BenchRow, type Check, NO_BROWSER } from './row.ts';
import { RATE, type Samples } from './samples.ts';

const ALIKE = 0.95;
/** Allowed difference in frames: Opus and AAC lengths are rounded to packets. */
const FRAMES_OFF: Record<string, number> = { wav: 0, mp3: 0, webm: 960, ogg: 0, aac: 4_096 };

type Format = 'wav' | 'mp3' | 'webm' | 'ogg' | 'aac';
const fileOf = (samples: Samples, format: Format) => samples[format] as Blob;

const decodeRow = (format: Format): BenchRow => ({
  id: `decode-${format}`,
  group: 'decode',
  unit: 'realtime',
  has: (samples) => samples[format] !== null,
  check: (bench) => checkDecoder(bench, format),
  async engine({ dsp, samples, signal }) {
    await dsp.decodeRange(fileOf(samples, format), 0, samples.seconds, undefined, { signal });
    return { amount: samples.seconds };
  },
  browser: {
    async run({ ports, samples }) {
      await ports.decodeInBrowser(fileOf(samples, format), RATE);
      return { amount: samples.seconds };
    },
  },
});

async function checkDecoder({ dsp, ports, samples, signal }: Bench, format: Format): Promise<Check> {
  const file = fileOf(samples, format);
  const { channels } = await dsp.decodeRange(file, 0, samples.seconds, undefined, { signal });
  const ours = channels[0] ?? new Float32Array();
  const theirs = await ports.decodeInBrowser(file, RATE).then(
    (buffer) => buffer.getChannelData(0),
    () => null,
  );
  const wanted = samples.pcm.length;
  const isRight = (sound: Float32Array) =>
    Math.abs(sound.length - wanted) <= (FRAMES_OFF[format] ?? 0) && likeness(samples.pcm, sound) > ALIKE;
  return {
    what: 'frames',
    wanted: String(wanted),
    engine: String(ours.length),
    isRight: isRight(ours),
    browser: theirs && String(theirs.length),
    isBrowserRight: theirs && isRight(theirs),
  };
}

export const decodeRows = (['mp3', 'webm', 'ogg', 'aac', 'wav'] as const).map(decodeRow);

const FRAMES_PER_PAIR = 256;
/** Engine and page round 16 bits to 8 differently. */
const STEPS_OFF = 1;
/** BS.1770 loudness of the tone. */
const TONE_LUFS = -23.01;
const LUFS_OFF = 0.1;
const PARTS = ['sha256', 'lufs', 'truePeakDbtp', 'clippedSamples', 'silence', 'cover', 'envelope'] as const;

const inspect: BenchRow = {
  id: 'inspect',
  group: 'read',
  unit: 'realtime',
  async check({ dsp, samples, signal }) {
    const { frames } = await dsp.inspect(samples.mp3, { signal });
    const wanted = samples.pcm.length;
    return {
      what: 'frames',
      wanted: String(wanted),
      engine: String(frames),
      isRight: frames === wanted,
      ...NO_BROWSER,
    };
  },
  async engine({ dsp, samples, signal }) {
    await dsp.inspect(samples.mp3, { signal });
    return { amount: samples.seconds };
  },
  browser: 'none',
};

/** Minima and maxima of every 256 frames, −128 … 127. */
function pairsOf(sound: Float32Array): Int8Array {
  const pairs = new Int8Array(2 * Math.ceil(sound.length / FRAMES_PER_PAIR));
  for (let pair = 0; 2 * pair < pairs.length; pair++) {
    let [low, high] = [1, -1];
    const end = Math.min(sound.length, (pair + 1) * FRAMES_PER_PAIR);
    for (let at = pair * FRAMES_PER_PAIR; at < end; at++) {
      const value = sound[at] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    pairs[2 * pair] = Math.round(low * 127);
    pairs[2 * pair + 1] = Math.round(high * 127);
  }
  return pairs;
}

async function enginePairs({ dsp, signal }: Bench, file: Blob): Promise<Int8Array> {
  const chunks: number[] = [];
  await dsp.analyse(
    file,
    [],
    ({ pairs }) => {
      for (const value of pairs) chunks.push(value);
    },
    { signal },
  );
  return Int8Array.from(chunks);
}

const peaks: BenchRow = {
  id: 'peaks',
  group: 'read',
  unit: 'realtime',
  async check(bench) {
    const [ours, wanted] = [await enginePairs(bench, bench.samples.wav), pairsOf(bench.samples.pcm)];
    const most = wanted.reduce((off, value, at) => Math.max(off, Math.abs(value - (ours[at] ?? 999))), 0);
    return {
      what: 'peaks',
      wanted: String(wanted.length / 2),
      engine: String(ours.length / 2),
      isRight: ours.length === wanted.length && most <= STEPS_OFF,
      ...NO_BROWSER,
    };
  },
  async engine({ dsp, samples, signal }) {
    await dsp.analyse(samples.mp3, [], () => {}, { signal });
    return { amount: samples.seconds };
  },
  browser: {
    async run({ ports, samples }) {
      pairsOf((await ports.decodeInBrowser(samples.mp3, RATE)).getChannelData(0));
      return { amount: samples.seconds };
    },
  },
};

const analyse: BenchRow = {
  id: 'analyse',
  group: 'read',
  unit: 'realtime',
  async check({ dsp, samples, signal }) {
    const { lufs } = await dsp.analyse(samples.tone, PARTS, undefined, { signal });
    return {
      what: 'loudness',
      wanted: TONE_LUFS.toFixed(2),
      engine: lufs === null ? '–' : lufs.toFixed(2),
      isRight: lufs !== null && Math.abs(lufs - TONE_LUFS) <= LUFS_OFF,
      ...NO_BROWSER,
    };
  },
  async engine({ dsp, samples, signal }) {
    await dsp.analyse(samples.mp3, PARTS, undefined, { signal });
    return { amount: samples.seconds };
  },
  browser: 'none',
};

export const readRows = [inspect, peaks, analyse];
