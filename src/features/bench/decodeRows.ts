// Decoding of every format, compared with `decodeAudioData`.
import { likeness } from './likeness.ts';
import type { Bench, BenchRow, Check } from './row.ts';
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
