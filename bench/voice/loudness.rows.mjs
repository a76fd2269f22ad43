// Loudness of exported files, measured by ours and by ffmpeg's `ebur128`.
import { spawnSync } from 'node:child_process';
import { loadCore } from '../../dsp/cli/node.mjs';
import { floatWav, sink, source, take } from './takes.mjs';

const WHOLE = Float64Array.of(0, Number.MAX_VALUE);

/** Loudness by ffmpeg. */
function ebur128(bytes) {
  const args = ['-hide_banner', '-nostats', '-i', 'pipe:0', '-af', 'ebur128=peak=true', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { input: bytes, maxBuffer: 1 << 28 });
  const summary = String(stderr).split('Summary:').at(-1);
  return {
    lufs: Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]),
    peak: Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]),
  };
}

export async function rows() {
  const core = await loadCore();
  const measure = (bytes) => core.analyse(source(bytes), ['lufs', 'truePeakDbtp']);
  const speech = (() => {
    const made = take(3);
    for (let n = 0; n < 6; n++) {
      made.speech(4);
      made.gap(0.6);
    }
    return made.finish(-70);
  })();

  const exported = [1, 2].flatMap((channels) =>
    ['wav', 'mp3'].map((format) => ({
      name: `Loudness of ${channels === 1 ? 'mono' : 'stereo'} ${format} from −40 to −8 LUFS`,
      bars() {
        let [off, difference, highest] = [0, 0, -99];
        for (const lufs of [-40, -35, -26, -19, -12, -8]) {
          const planes = Array(channels).fill(speech);
          const unit = measure(floatWav(planes)).lufs;
          const scaled = planes.map((plane) => plane.map((x) => x * 10 ** ((lufs - unit) / 20)));
          const input = floatWav(scaled);
          const loudness = core.planLoudness(source(input), WHOLE);
          const out = sink();
          core.cut(source(input), WHOLE, format, 128, out, undefined, { loudness });
          const theirs = ebur128(out.bytes());
          off = Math.max(off, Math.abs(theirs.lufs - loudness.targetLufs));
          difference = Math.max(difference, Math.abs(theirs.lufs - measure(out.bytes()).lufs));
          highest = Math.max(highest, theirs.peak);
        }
        return [
          { what: 'farthest from the target', value: off, unit: 'LU', atMost: 1 },
          // ffmpeg prints tenths.
          { what: 'difference between ffmpeg and ours', value: difference, unit: 'LU', atMost: 0.1 },
          { what: 'highest true peak ffmpeg sees', value: highest, unit: 'dBTP', atMost: -1.4 },
        ];
      },
    })),
  );

  /** Takes played one after the other; our engine measures both where ffmpeg is missing. */
  const evened = {
    name: 'Two takes at −35 and −12 LUFS, as they are published',
    bars() {
      const input = (lufs) => {
        const unit = measure(floatWav([speech])).lufs;
        return floatWav([speech.map((x) => x * 10 ** ((lufs - unit) / 20))]);
      };
      const published = [-35, -12].map((lufs) => {
        const bytes = input(lufs);
        const before = measure(bytes).lufs;
        if (Math.abs(before - lufs) > 0.05) throw new Error(`a take at ${before} LUFS for ${lufs}`);
        const loudness = core.planLoudness(source(bytes), WHOLE);
        const out = sink();
        core.cut(source(bytes), WHOLE, 'mp3', 128, out, undefined, { loudness });
        const heard = ebur128(out.bytes()).lufs;
        return { lufs, heard, off: Math.abs(heard - loudness.targetLufs) };
      });
      return [
        ...published.flatMap(({ lufs, heard, off }) => [
          { what: `recorded at ${lufs}, published at`, value: heard, unit: 'LUFS' },
          { what: 'off the target', value: off, unit: 'LU', atMost: 1 },
        ]),
        {
          what: 'between the two',
          value: Math.abs(published[0].heard - published[1].heard),
          unit: 'LU, 23 as recorded',
          atMost: 1,
        },
      ];
    },
  };

  const whispers = {
    name: 'Whispers next to a voice',
    bars() {
      const rate = 48_000;
      const made = take(9);
      made.gap(34);
      const room = made.finish(-66);
      const level = (t) => (t < 10 || t >= 24 ? 0.2 : t >= 12 && t < 22 ? 0.014 : 0);
      const noise = take(10);
      const plane = room.map((x, n) => {
        const t = n / rate;
        return x + ((t * 1.25) % 1 < 0.6 ? level(t) * (2 * noise.random() - 1) : 0);
      });
      const input = floatWav([plane]);
      const loudness = core.planLoudness(source(input), WHOLE);
      const after = core.decodeRange(source(input), 0, 34, { loudness }).channels[0];
      const power = (samples, from, to) =>
        samples.subarray(from * rate, to * rate).reduce((sum, x) => sum + x * x, 0);
      const rise = (from, to) =>
        10 * Math.log10(power(after, from, to) / power(plane, from, to)) - loudness.gainDb;
      const starts = Array.from({ length: 10 }, (_, n) => (17 + n) / 1.25);
      const rises = starts.map((at) => rise(at + 0.05, at + 0.45));
      const gaps = starts.map((at) => rise(at + 0.5, at + 0.78));
      return [
        { what: 'whispers rise by at least', value: Math.min(...rises), unit: 'dB', atLeast: 6 },
        { what: 'and at most', value: Math.max(...rises), unit: 'dB', atMost: 9.1 },
        { what: 'noise between their words', value: Math.max(...gaps), unit: 'dB', atMost: 6 },
        { what: 'a pause', value: rise(10.8, 11.2), unit: 'dB', atMost: 0.5 },
      ];
    },
  };
  return [...exported, evened, whispers];
}
