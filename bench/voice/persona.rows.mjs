// The persona voice: how fast, its effect on pitch and formants, and intelligibility. The expected values come
// from personaPreset.mjs, what it did from measures of their own.
import { loadCore } from '../../dsp/cli/node.mjs';
import { wav } from '../dsp/longFile.mjs';
import { voice } from '../dsp/voice.mjs';
import { voiceFrames } from './formants.mjs';
import { personaPreset } from './personaPreset.mjs';
import { pitchAligned } from './pitchAligned.mjs';
import { recordings } from './speech.mjs';
import { stoi } from './stoi.mjs';

const RATE = 44_100;
const MEBIBYTE = 2 ** 20;
const SECRETS = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
/** Moves voices up as the first does, where the second moves them down. */
const SAME_WAY = new Uint8Array(32).fill(3);
const STRENGTHS = ['light', 'strong'];
const TAKE = 'idb:take/bench';
/** Four times slower, and as fast again as real time to spare. */
const TIMES_REAL_TIME = 8;

/** @param {{ quick: boolean }} options */
export async function rows({ quick }) {
  const core = await loadCore();
  return [
    speed(core, quick ? 1 : 20),
    vowels(core),
    likeness(core),
    ...recordings(RATE, quick).map((recording) => words(core, recording, quick)),
  ];
}

/** Mono samples with the voice of a persona, through the shipped module. */
function throughPersona(core, samples, secret, strength) {
  const bytes = wav(samples, RATE);
  const parts = [];
  const source = { size: bytes.length, readAt: (offset, length) => bytes.subarray(offset, offset + length) };
  const sink = { write: (part) => parts.push(part.slice()), patch() {} };
  const tools = { persona: { secret, take: TAKE, strength } };
  core.cut(source, Float64Array.of(0, Number.MAX_VALUE), 'wav', 128, sink, undefined, tools);
  const file = Buffer.concat(parts);
  const data = file.indexOf('data') + 8;
  return Float32Array.from(
    { length: (file.length - data) / 2 },
    (_, n) => file.readInt16LE(data + 2 * n) / 32_768,
  );
}

function speed(core, minutes) {
  const name = `persona over ${minutes} min of mono at 44.1 kHz`;
  return {
    name,
    bars() {
      const minute = voice({ seconds: 60, sampleRate: RATE });
      const take = new Float32Array(minute.length * minutes);
      for (let at = 0; at < take.length; at += minute.length) take.set(minute, at);
      const first = throughPersona(core, minute, SECRETS[0], 'strong');
      const memory = core.wasmBytes();
      const start = performance.now();
      const out = throughPersona(core, take, SECRETS[0], 'strong');
      const seconds = (performance.now() - start) / 1000;
      if (out.length !== take.length) throw new Error(`${out.length} frames for ${take.length}`);
      if (first.some((sample, n) => n < first.length - RATE && sample !== out[n])) {
        throw new Error('a long take begins otherwise than a short one');
      }
      return [
        { what: 'pace', value: (60 * minutes) / seconds, unit: '× real time', atLeast: TIMES_REAL_TIME },
        {
          what: 'wasm memory grown beyond that of a minute',
          value: (core.wasmBytes() - memory) / MEBIBYTE,
          unit: 'MiB',
          atMost: 1,
        },
      ];
    },
  };
}

/** The worst of all secrets and strengths: how far pitch and formants are from where the preset puts them. */
function vowels(core) {
  return {
    name: 'persona on vowels: measured and expected values',
    bars() {
      const off = { pitch: 0, formants: [0, 0, 0] };
      const ways = [[], [], []];
      for (const [hz, formants] of [
        [115, [700, 1220, 2600]],
        [190, [400, 1900, 2550]],
      ]) {
        const spoken = vowel(hz, 0.01, formants);
        const gliding = vowel(hz, 0.25, formants);
        for (const { secret, strength, pitch, moved } of personas()) {
          const heard = (samples) => throughPersona(core, samples, secret, strength);
          const ratio = pitchOf(heard(spoken)) / pitchOf(spoken);
          off.pitch = Math.max(off.pitch, Math.abs(ratio / pitch - 1));
          const [before, after] = [formantsOf(gliding), formantsOf(heard(gliding))];
          before.forEach((from, i) => {
            off.formants[i] = Math.max(off.formants[i], Math.abs(after[i] / moved(from) - 1));
            ways[i].push(Math.log(after[i] / from) / Math.log(moved(from) / from));
          });
        }
      }
      const percent = (what, value) => ({ what, value: 100 * value, unit: '% off the preset', atMost: 10 });
      return [
        percent('pitch', off.pitch),
        ...off.formants.map((value, i) => percent(`formant ${i + 1}`, value)),
        // A voice that is not moved at all is 4 to 20 % off.
        ...ways.map((shares, i) => ({
          what: `formant ${i + 1}: of the way the preset asks for, in the middle`,
          value: 100 * median(shares),
          unit: '%',
          atLeast: 80,
          atMost: 120,
        })),
      ];
    },
  };
}

/** One secret and take are one voice; what another secret makes of it is another. */
function likeness(core) {
  return {
    name: 'persona: one secret is one voice',
    bars() {
      const said = vowel(140, 0.25, [600, 1500, 2500]);
      const [mine, again, theirs, alike] = [SECRETS[0], SECRETS[0], SECRETS[1], SAME_WAY].map((secret) =>
        throughPersona(core, said, secret, 'strong'),
      );
      const ours = formantsOf(mine);
      const apartFrom = (other) => formantsOf(other).map((hz, i) => 100 * Math.abs(hz / ours[i] - 1));
      return [
        {
          what: 'samples that differ with the same secret and take',
          value:
            mine.filter((sample, n) => sample !== again[n]).length + Math.abs(mine.length - again.length),
          unit: '',
          atMost: 0,
        },
        ...apartFrom(theirs).map((value, i) => ({
          what: `formant ${i + 1} with another secret`,
          value,
          unit: '% away',
          atLeast: 5,
        })),
        // Half of all secrets move the same way; they differ little, in pitch and wandering as well.
        {
          what: 'with one that moves the same way, the most of the three',
          value: Math.max(...apartFrom(alike)),
          unit: '% away',
        },
      ];
    },
  };
}

function words(core, { who: speaker, samples }, quick) {
  const name = `persona on speech, ${speaker}: STOI against the original at its pitch`;
  return {
    name,
    bars() {
      const speech = samples();
      checkMeasure(speech);
      return personas()
        .filter(({ secret }) => !quick || secret === SECRETS[0])
        .flatMap(({ secret, strength, pitch, moved }) => {
          const heard = throughPersona(core, speech, secret, strength);
          const who = `${strength}, pitch × ${pitch.toFixed(2)}`;
          const ratios = speechRatios(speech, heard);
          const off = (what, ratio, wanted) => ({
            what: `${who}: ${what}`,
            value: 100 * Math.abs(ratio / wanted - 1),
            unit: '% off the preset',
            atMost: 10,
          });
          return [
            {
              what: `${who}: STOI`,
              value: stoi(pitchAligned(speech, RATE, pitch), heard, RATE),
              unit: '',
              atLeast: 0.75,
            },
            { what: `${who}: STOI, pitch not aligned`, value: stoi(speech, heard, RATE), unit: '' },
            off('pitch', ratios.pitch, pitch),
            ...ratios.formants.map(({ from, ratio }, i) =>
              off(`formant ${i + 1}`, ratio, moved(from) / from),
            ),
          ];
        });
    },
  };
}

const personas = () =>
  SECRETS.flatMap((secret) =>
    STRENGTHS.map((strength) => ({ secret, strength, ...personaPreset(secret, strength) })),
  );

/**
 * Checks the measure itself: equal signals give 1, more noise is worse than less, and pure noise is the worst. It does not reach 0,
 * because the measure bounds the heard signal by the spoken one, which is nearly silent between words.
 */
function checkMeasure(speech) {
  const noise = voiceless(speech.length);
  const withNoise = (level) =>
    stoi(
      speech,
      speech.map((sample, n) => sample + level * noise[n]),
      RATE,
    );
  const [same, some, more, noiseOnly] = [
    withNoise(0),
    withNoise(0.05),
    withNoise(0.5),
    stoi(speech, noise, RATE),
  ];
  if (
    Math.abs(same - 1) > 1e-6 ||
    !(some < 0.99 && more < some - 0.1 && noiseOnly < Math.min(0.5, more - 0.1))
  ) {
    throw new Error(`STOI of the same ${same}, with noise ${some} and ${more}, of noise ${noiseOnly}`);
  }
}

function speechRatios(before, after) {
  const [from, to] = [voiceFrames(before, RATE), voiceFrames(after, RATE)];
  const both = from.flatMap((frame, i) =>
    frame.pitch !== null && frame.db > -35 && to[i]?.pitch ? [[frame, to[i]]] : [],
  );
  return {
    pitch: median(both.map(([a, b]) => b.pitch / a.pitch)),
    formants: [0, 1, 2].map((i) => {
      const pairs = both.filter(([a, b]) => a.formants[i] && b.formants[i]);
      return {
        from: median(pairs.map(([a]) => a.formants[i])),
        ratio: median(pairs.map(([a, b]) => b.formants[i] / a.formants[i])),
      };
    }),
  };
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const pitchOf = (samples) => median(voiceFrames(samples, RATE).flatMap(({ pitch }) => pitch ?? []));
const formantsOf = (samples) => {
  const frames = voiceFrames(samples, RATE);
  return [0, 1, 2].map((i) => median(frames.flatMap(({ formants }) => formants[i] ?? [])));
};

/** Pulses of a pitch that goes up and down by `glide`, through three formants. */
function vowel(hz, glide, formants) {
  const out = new Float64Array(3 * RATE);
  let phase = 0;
  for (let n = 0; n < out.length; n++) {
    phase += (hz * (1 + glide * Math.sin((2 * Math.PI * 0.8 * n) / RATE))) / RATE;
    if (phase >= 1) [phase, out[n]] = [phase - 1, 1];
  }
  const fall = Math.exp((-2 * Math.PI * 120) / RATE);
  for (let n = 1; n < out.length; n++) out[n] += fall * out[n - 1];
  for (const [index, centre] of [...formants, 3500].entries()) {
    const radius = Math.exp((-Math.PI * (70 + 30 * index)) / RATE);
    const turn = 2 * radius * Math.cos((2 * Math.PI * centre) / RATE);
    for (let n = 2; n < out.length; n++) out[n] += turn * out[n - 1] - radius * radius * out[n - 2];
  }
  const peak = out.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return Float32Array.from(out, (sample) => (0.5 * sample) / peak);
}

function voiceless(length) {
  let state = 1;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  });
}
