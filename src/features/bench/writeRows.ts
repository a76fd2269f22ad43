// Writing files: encode, cut, repair, remove metadata.
import { likeness } from './likeness.ts';
import { type BenchRow, ignoreFile, NO_BROWSER, whole, withCut } from './row.ts';
import { RATE } from './samples.ts';

const ALIKE = 0.95;
const KBPS = 128;
const HEAD_BYTES = 44;
/** Allowed loss in the damaged file, seconds. */
const LOST_SECONDS = 0.6;

const TO_MP3 = { format: 'mp3', kbps: KBPS } as const;

const toMp3: BenchRow = {
  id: 'encode-mp3',
  group: 'write',
  unit: 'realtime',
  async check(bench) {
    const { dsp, samples, signal } = bench;
    const { channels } = await withCut(bench, samples.wav, whole(bench), TO_MP3, (file) =>
      dsp.decodeRange(file, 0, samples.seconds, undefined, { signal }),
    );
    const sound = channels[0] ?? new Float32Array();
    const like = likeness(samples.pcm, sound);
    return {
      what: 'likeness',
      wanted: `> ${ALIKE}`,
      engine: like.toFixed(3),
      isRight: sound.length === samples.pcm.length && like > ALIKE,
      ...NO_BROWSER,
    };
  },
  async engine(bench) {
    const { samples } = bench;
    await withCut(bench, samples.wav, whole(bench), TO_MP3, ignoreFile);
    return { amount: samples.seconds };
  },
  browser: 'live',
};

const toWav: BenchRow = {
  id: 'cut-wav',
  group: 'write',
  unit: 'realtime',
  async check(bench) {
    const { samples } = bench;
    const bytes = await withCut(bench, samples.wav, [{ start: 1, end: 3 }], { format: 'wav' }, (file) =>
      file.arrayBuffer(),
    );
    const made = new Int16Array(bytes, HEAD_BYTES);
    let wrong = Math.abs(made.length - 2 * RATE);
    // The joins fade for 5 ms.
    for (let at = RATE / 100; at < 2 * RATE - RATE / 100; at++)
      if (Math.abs((made[at] ?? 0) - (samples.pcm[RATE + at] ?? 0) * 32_767) > 1.5) wrong += 1;
    return {
      what: 'bytes',
      wanted: '0',
      engine: String(wrong),
      isRight: wrong === 0,
      ...NO_BROWSER,
    };
  },
  async engine(bench) {
    const { samples } = bench;
    await withCut(bench, samples.mp3, whole(bench), { format: 'wav' }, ignoreFile);
    return { amount: samples.seconds };
  },
  browser: 'none',
};

const repair: BenchRow = {
  id: 'repair',
  group: 'write',
  unit: 'realtime',
  async check({ dsp, ports, samples, signal }) {
    const { file, report } = await dsp.repair(samples.damagedMp3, undefined, { signal });
    await dsp.discard(file);
    const theirs = await ports.decodeInBrowser(samples.damagedMp3, RATE).then(
      ({ duration }) => duration,
      () => null,
    );
    const least = samples.seconds - LOST_SECONDS;
    const isKept = (seconds: number) => seconds >= least && seconds <= samples.seconds + 0.1;
    return {
      what: 'repaired',
      wanted: samples.seconds.toFixed(2),
      engine: report.seconds.toFixed(2),
      isRight: isKept(report.seconds) && report.secondsKept >= least && report.damage.length > 0,
      browser: theirs?.toFixed(2) ?? null,
      isBrowserRight: theirs === null ? null : isKept(theirs),
    };
  },
  async engine({ dsp, samples, signal }) {
    const { file } = await dsp.repair(samples.damagedMp3, undefined, { signal });
    await dsp.discard(file);
    return { amount: samples.seconds };
  },
  browser: 'none',
};

const clean: BenchRow = {
  id: 'clean',
  group: 'write',
  unit: 'realtime',
  async check({ dsp, samples, signal }) {
    const { file } = await dsp.clean(samples.mp3, undefined, { signal });
    const { frames } = await dsp.inspect(file, { signal });
    await dsp.discard(file);
    return {
      what: 'frames',
      wanted: String(samples.pcm.length),
      engine: String(frames),
      isRight: frames === samples.pcm.length,
      ...NO_BROWSER,
    };
  },
  async engine({ dsp, samples, signal }) {
    const { file } = await dsp.clean(samples.mp3, undefined, { signal });
    await dsp.discard(file);
    return { amount: samples.seconds };
  },
  browser: 'none',
};

export const writeRows = [toMp3, toWav, repair, clean];
