// What a person sees of a recording: bars over time, and its ring. The engine's levels through the app's own drawing.
import { fileSource, loadCore } from '../../dsp/cli/node.mjs';
import { longFile } from '../dsp/longFile.mjs';
import { appModule } from '../harness/appModule.mjs';
import { quantile } from '../harness/measure.mjs';
import { randomOf, SPOKEN_RATE, someone, spoken, takeOf } from './speakers.mjs';
import { floatWav, RATE, source, take } from './takes.mjs';

const WIDTH = 360;
const BAR_STEP = 5;
const BARS = WIDTH / BAR_STEP;
/** Seconds of ten minutes, six of which are an hour. */
const PARTS = { speech: [0, 240], breath: [240, 420], pause: [420, 600] };
const TIMES = 6;
const TEN_MINUTES = 600;
/** dB: no room tone. */
const UNHEARD = -200;

/** @param {{ quick: boolean }} options */
export async function rows({ quick }) {
  const core = await loadCore();
  return [
    drawn(core, 'loud', { speech: -12, breath: -32, room: -55 }),
    drawn(core, 'usual', { speech: -20, breath: -38, room: -58 }),
    drawn(core, 'whispered', { speech: -36, breath: -46, room: -62 }),
    cost(core, quick ? 1 : 6),
    rings(core),
    loudHour(core, quick ? 5 : 60),
  ];
}

/** Levels are RMS, dB re full scale; between the breaths is the room. */
function drawn(core, which, levels) {
  const { speech, breath, room } = levels;
  return {
    name: `an hour at ${WIDTH} px, ${which} (speech ${speech}, breathing ${breath}, room ${room} dB): drawn heights`,
    async bars() {
      const [{ createPeakPyramid }, { barHeights }] = await Promise.all([
        appModule('src/features/editor/peakPyramid.ts'),
        appModule('src/features/editor/wave/barHeights.ts'),
      ]);
      const tenMinutes = tenMinutesOf(levels);
      const chunks = [];
      core.analyse(source(floatWav([tenMinutes])), [], (chunk) => chunks.push(chunk));
      const pairs = chunks.reduce((sum, { rms }) => sum + rms.length, 0);
      if (pairs * chunks[0].framesPerPair !== TEN_MINUTES * RATE) throw new Error(`${pairs} pairs`);
      const pyramid = createPeakPyramid();
      for (let time = 0; time < TIMES; time++)
        for (const chunk of chunks) pyramid.append({ ...chunk, firstPair: chunk.firstPair + time * pairs });
      const seconds = TIMES * TEN_MINUTES;
      const heights = barHeights(pyramid, 0, seconds / BARS, BARS);
      return [
        ['body', heights.body],
        ['peaks', heights.peaks],
      ].flatMap(([tone, of]) => {
        const { speech, breath: breaths, pause } = meanHeights(of, seconds);
        if (!(speech > 0.2 && pause > 0)) throw new Error(`speech is ${speech} high, a pause ${pause}`);
        // The body shows the height; the largest sample of 50 s, drawn lighter behind it, says little.
        const bound = (atLeast) => (tone === 'body' ? { atLeast } : {});
        return [
          { what: `${tone}: speech over breath`, value: speech / breaths, unit: '×', ...bound(1.5) },
          { what: `${tone}: breath over pauses`, value: breaths / pause, unit: '×', ...bound(2) },
        ];
      });
    },
  };
}

function tenMinutesOf({ speech, breath, room }) {
  const [talk, breathing, silence] = [take(21), take(22), take(23)];
  while (talk.at() < length('speech')) talk.speech(4);
  while (breathing.at() < length('breath')) {
    breathing.breath(2.4, -20);
    breathing.gap(1.6);
  }
  silence.gap(TEN_MINUTES);
  const out = atLevel(silence.finish(-20), room);
  for (const [name, made, level] of [
    ['speech', talk, speech],
    ['breath', breathing, breath],
  ]) {
    const part = atLevel(made.finish(UNHEARD).subarray(0, length(name) * RATE), level);
    for (let n = 0, at = PARTS[name][0] * RATE; n < part.length; n++) out[at + n] += part[n];
  }
  return out;
}

const length = (part) => PARTS[part][1] - PARTS[part][0];

function atLevel(samples, decibels) {
  const power = samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
  return samples.map((x) => (x * 10 ** (decibels / 20)) / Math.sqrt(power));
}

/** Of the bars within one part. */
function meanHeights(heights, seconds) {
  const wide = seconds / BARS;
  return Object.fromEntries(
    Object.entries(PARTS).map(([name, [from, to]]) => {
      const within = [];
      for (let bar = 0; bar < BARS; bar++) {
        const at = (bar * wide) % TEN_MINUTES;
        if (at >= from && at + wide <= to) within.push(heights[bar]);
      }
      return [name, mean(within)];
    }),
  );
}

/** All that drawing needs, pairs and RMS, on top of decoding; the RMS is a part of it. */
function cost(core, minutes) {
  const name = `levels for drawing over ${minutes} min of WebM/Opus`;
  return {
    name,
    bars() {
      const path = longFile(minutes);
      // The process's own time: what else runs on the machine is not in it.
      const seconds = (onPeaks) => {
        const file = fileSource(path);
        try {
          const before = process.cpuUsage();
          core.analyse(file, [], onPeaks);
          const { user, system } = process.cpuUsage(before);
          return (user + system) / 1e6;
        } finally {
          file.close();
        }
      };
      let levels = 0;
      const withLevels = () =>
        seconds(({ rms }) => {
          levels += rms.length;
        });
      withLevels();
      if (levels !== Math.ceil((minutes * 60 * RATE) / 256)) throw new Error(`${levels} levels`);
      seconds();
      const turns = Array.from({ length: 9 }, () => [withLevels(), seconds()]);
      const [drawing, decoding] = [0, 1].map((which) => Math.min(...turns.map((turn) => turn[which])));
      const what = 'time of pairs and RMS together, on top of decoding';
      if (drawing < decoding) return [{ what, notRun: 'below zero: the machine is busy' }];
      return [{ what, value: 100 * (drawing / decoding - 1), unit: '%', atMost: 3 }];
    },
  };
}

const ringOf = (core, samples) =>
  Array.from(core.analyse(source(floatWav([samples], SPOKEN_RATE)), ['cover']).cover, (point) => point / 255);

function rings(core) {
  return {
    name: 'ten voices, ten rings',
    bars() {
      const covers = Array.from({ length: 10 }, (_, n) => {
        const who = someone(n + 1);
        return ringOf(core, takeOf(who, 90, randomOf(100 + n)));
      });
      const differences = covers.flatMap((cover, n) =>
        covers.slice(0, n).map((other) => mean(cover.map((point, at) => Math.abs(point - other[at])))),
      );
      return [
        // A tenth of the whole height, on average over the ring, is seen at 40 px.
        {
          what: 'the two most alike differ by',
          value: 100 * Math.min(...differences),
          unit: '% of the height',
          atLeast: 10,
        },
        { what: 'in the middle', value: 100 * quantile(differences, 0.5), unit: '% of the height' },
        {
          what: 'silence',
          value: Math.max(...ringOf(core, new Float32Array(90 * SPOKEN_RATE))),
          unit: '',
          atMost: 0,
        },
      ];
    },
  };
}

function loudHour(core, minutes) {
  return {
    name: `the ring of ${minutes} loud minutes`,
    bars() {
      const random = randomOf(7);
      const who = someone(3);
      const hour = new Float32Array(minutes * 60 * SPOKEN_RATE);
      for (let at = 0; at < hour.length; ) {
        // No pauses, everything far into the limit.
        const part = spoken(who, 30, random).map((sample) => Math.max(-1, Math.min(1, sample * 20)));
        hour.set(part.subarray(0, hour.length - at), at);
        at += part.length;
      }
      const cover = ringOf(core, hour);
      return [
        { what: 'of a full circle', value: 100 * mean(cover), unit: '%', atMost: 75 },
        { what: 'shortest point', value: 100 * Math.min(...cover), unit: '% of the height' },
        { what: 'longest point', value: 100 * Math.max(...cover), unit: '% of the height' },
      ];
    },
  };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
