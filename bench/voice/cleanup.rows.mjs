// Clean up: what is left of hum, clicks and noise, and what becomes of voices, whispers and breaths.
import { spawnSync } from 'node:child_process';
import { loadCore } from '../../dsp/cli/node.mjs';
import { disturbed, MANNERS, NOISES, power, RATE, RATIOS, voices } from './noisyTakes.mjs';
import { stoi } from './stoi.mjs';
import { floatWav, source } from './takes.mjs';

const KINDS = ['hum', 'clicks', 'hiss', 'plosives', 'sharpS'];
const ALL = Object.fromEntries(KINDS.map((kind) => [kind, true]));
const MEBIBYTE = 2 ** 20;
/** A click is gone when it is this much weaker, and hidden when the sound around it is this much stronger, dB. */
const GONE_DB = 10;
const HIDDEN_DB = 10;
const decibels = (ratio) => 10 * Math.log10(ratio + 1e-30);
/** Filters of ffmpeg, and the frames by which they are late at 48 kHz. `RNNOISE_MODEL` is a file of the models for arnndn. */
const PEERS = [
  { name: "ffmpeg's afftdn", filter: 'afftdn=nr=12:tn=1', delay: 1_200 },
  ...[process.env.RNNOISE_MODEL ?? []]
    .flat()
    .map((model) => ({ name: "ffmpeg's arnndn", filter: `arnndn=m=${model}`, delay: 480 })),
];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const minus = (a, b) => a.map((x, n) => x - b[n]);

/** @param {{ quick: boolean }} options */
export async function rows({ quick }) {
  const core = await loadCore();
  const spoken = voices().filter(({ seed }) => !quick || seed === 1);
  const cleaned = (samples, strength = 'medium', only = ALL) => {
    const file = source(floatWav([samples]));
    const findings = core.findDisturbances(file);
    const tools = { cleanup: { ...only, strength, findings } };
    const { channels } = core.decodeRange(file, 0, samples.length / RATE, tools);
    return { findings, out: channels[0] };
  };
  return [
    hum(spoken, cleaned),
    clicks(spoken, cleaned),
    ...NOISES.flatMap((kind) => MANNERS.map((manner) => words(kind, manner, spoken, cleaned))),
    breaths(spoken, cleaned),
    unchanged(spoken, cleaned),
    speed(core, cleaned, quick),
  ];
}

/** The output less the voice, against the hum that was added: at each of the first harmonics over the whole take, and in pauses. */
function hum(spoken, cleaned) {
  return {
    name: 'clean up: 50 Hz hum that is left, (output − voice) against what was added',
    bars() {
      const lines = Array.from({ length: 6 }, () => []);
      const quiet = [];
      let found = 0;
      for (const ratio of RATIOS)
        for (const voice of spoken) {
          const { mixed, angles, samples, gain } = disturbed(voice, 'hum', ratio);
          const { out, findings } = cleaned(mixed, 'medium', { hum: true });
          found += Math.abs((findings.humHz ?? 0) - 50) < 0.1 ? 1 : 0;
          const added = samples.map((x) => x * gain);
          const left = minus(out, voice.samples);
          lines.forEach((line, k) => {
            line.push(decibels(atLine(added, angles, k + 1, RATE) / atLine(left, angles, k + 1, RATE)));
          });
          const pauses = pausesOf(voice.samples);
          const inPauses = (of) => mean(pauses.map(([from, to]) => power(of.subarray(from, to))));
          quiet.push(decibels(inPauses(added) / inPauses(left)));
        }
      return [
        {
          what: 'takes whose hum was found',
          value: (100 * found) / lines[0].length,
          unit: '%',
          atLeast: 100,
        },
        ...lines.map((line, k) => ({
          what: `harmonic ${k + 1}, mean of all takes`,
          value: mean(line),
          unit: 'dB weaker',
          atLeast: 30,
        })),
        { what: 'the least of all harmonics and takes', value: Math.min(...lines.flat()), unit: 'dB weaker' },
        { what: 'in pauses, all frequencies, mean of all takes', value: mean(quiet), unit: 'dB weaker' },
      ];
    },
  };
}

/** Stretches of 100 ms without a voice. */
function pausesOf(samples) {
  const cell = RATE / 10;
  const cells = Array.from({ length: Math.floor(samples.length / cell) }, (_, n) => [
    n * cell,
    (n + 1) * cell,
  ]);
  return cells.filter(([from, to]) => power(samples.subarray(from, to)) < 1e-9);
}

/** Power of the sinusoid that follows `angles`, `order` times as fast. */
function atLine(samples, angles, order, from) {
  let [re, im, weights] = [0, 0, 0];
  for (let n = from; n < samples.length; n++) {
    const weight = Math.sin((Math.PI * (n - from)) / (samples.length - from)) ** 2;
    re += weight * samples[n] * Math.cos(order * angles[n]);
    im += weight * samples[n] * Math.sin(order * angles[n]);
    weights += weight;
  }
  return (re * re + im * im) / (weights * weights);
}

function clicks(spoken, cleaned) {
  return {
    name: `clean up: mouth clicks, gone is ${GONE_DB} dB weaker`,
    bars() {
      const byRatio = RATIOS.map((ratio) => ({
        ratio,
        all: 0,
        found: 0,
        gone: 0,
        hidden: 0,
        hiddenBefore: 0,
      }));
      let [falsely, minutes] = [0, 0];
      for (const entry of byRatio)
        for (const voice of spoken) {
          const { mixed, at, samples, gain } = disturbed(voice, 'clicks', entry.ratio);
          const { out } = cleaned(mixed, 'medium', { clicks: true });
          const left = minus(out, voice.samples);
          for (const from of at) {
            const span = [from - Math.round(0.002 * RATE), from + Math.round(0.005 * RATE)];
            const before = power(samples.subarray(...span)) * gain ** 2;
            const after = power(left.subarray(...span));
            const sound = power(voice.samples.subarray(...span));
            const isGone = decibels(before / after) >= GONE_DB;
            entry.all += 1;
            entry.found += mixed.subarray(...span).some((x, n) => x !== out[span[0] + n]) ? 1 : 0;
            entry.gone += isGone ? 1 : 0;
            entry.hidden += isGone || decibels(sound / after) >= HIDDEN_DB ? 1 : 0;
            entry.hiddenBefore += decibels(sound / before) >= HIDDEN_DB ? 1 : 0;
          }
        }
      for (const voice of spoken) {
        minutes += voice.samples.length / RATE / 60;
        falsely += cleaned(voice.samples, 'medium', { clicks: true }).findings.clicks;
      }
      const sumOf = (entries, name) => entries.reduce((sum, entry) => sum + entry[name], 0);
      const share = (entries, name = 'gone') => (100 * sumOf(entries, name)) / sumOf(entries, 'all');
      return [
        { what: 'clicks found', value: share(byRatio, 'found'), unit: '%' },
        { what: 'clicks gone', value: share(byRatio), unit: '%', atLeast: 80 },
        ...byRatio.map((entry) => ({
          what: `those with a peak ${entry.ratio} dB below the voice's`,
          value: share([entry]),
          unit: '%',
        })),
        {
          what: `gone, or what is left is ${HIDDEN_DB} dB below the voice in the same 7 ms`,
          value: share(byRatio, 'hidden'),
          unit: '%',
          atLeast: 80,
        },
        {
          what: `so far below the voice before the clean-up already`,
          value: share(byRatio, 'hiddenBefore'),
          unit: '%',
        },
        { what: 'found in voices without clicks', value: falsely / minutes, unit: 'a minute', atMost: 1 },
      ];
    },
  };
}

/** STOI of a manner with a noise: how it was, how it is. */
function words(kind, manner, spoken, cleaned) {
  return {
    name: `clean up: ${manner} with ${kind}, STOI against the clean take`,
    bars() {
      return RATIOS.flatMap((ratio) => {
        const made = spoken
          .filter((voice) => voice.manner === manner)
          .map((voice) => {
            const { mixed } = disturbed(voice, kind, ratio);
            const { out } = cleaned(mixed);
            const others = kind === 'clicks' ? [] : PEERS.map((peer) => denoised(mixed, peer));
            return [mixed, out, ...others].map((heard) => stoi(voice.samples, heard, RATE));
          });
        const [noisy, clean, ...others] = made[0].map((_, index) => mean(made.map((each) => each[index])));
        return [
          {
            what: `${ratio} dB: gain (from ${noisy.toFixed(3)})`,
            value: clean - noisy,
            unit: '',
            atLeast: manner === 'speech' ? undefined : 0,
          },
          ...others.map((value, index) => ({
            what: `${ratio} dB: gain of ${PEERS[index].name}`,
            value: value - noisy,
            unit: '',
          })),
        ];
      });
    },
  };
}

function denoised(samples, { filter, delay }) {
  const { stdout, status, stderr } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-i', '-', '-af', filter, '-f', 'f32le', '-'],
    {
      input: floatWav([Float32Array.from({ length: samples.length + delay }, (_, n) => samples[n] ?? 0)]),
      maxBuffer: 2 ** 28,
    },
  );
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
  const { buffer, byteOffset, length } = stdout;
  const out = new Float32Array(buffer.slice(byteOffset, byteOffset + length));
  return out.subarray(delay, delay + samples.length);
}

/** What a whisper and a breath lose of their own energy, in hiss. */
function breaths(spoken, cleaned) {
  return {
    name: 'clean up: energy of whispers and breaths in hiss',
    bars: () =>
      ['whisper', 'breath'].flatMap((manner) =>
        RATIOS.flatMap((ratio) => {
          const made = spoken
            .filter((voice) => voice.manner === manner)
            .map((voice) => {
              const { mixed } = disturbed(voice, 'hiss', ratio);
              const heard = [cleaned(mixed).out, ...PEERS.map((peer) => denoised(mixed, peer))];
              return heard.map((samples) => decibels(likeness(voice.samples, samples)));
            });
          const [ours, ...others] = made[0].map((_, index) => worstOf(made.map((each) => each[index])));
          return [
            {
              what: `${manner} at ${ratio} dB, the worst take`,
              value: ours,
              unit: 'dB',
              atLeast: -1.5,
              atMost: 1.5,
            },
            ...others.map((value, index) => ({
              what: `${manner} at ${ratio} dB, ${PEERS[index].name}`,
              value,
              unit: 'dB',
            })),
          ];
        }),
      ),
  };
}

const worstOf = (changes) => changes.reduce((most, db) => (Math.abs(db) > Math.abs(most) ? db : most), 0);

/** Power of what is heard of `clean` in `heard`, over that of `clean`. */
function likeness(clean, heard) {
  let [product, own] = [0, 0];
  for (let n = 0; n < clean.length; n++) {
    product += clean[n] * heard[n];
    own += clean[n] * clean[n];
  }
  return (product / own) ** 2;
}

/** Voices without noise: the largest change of any 20 ms. */
function unchanged(spoken, cleaned) {
  return {
    name: 'clean up: clean takes',
    bars() {
      const most = spoken.map(({ samples }) => {
        const { out } = cleaned(samples, 'strong');
        const cell = Math.round(0.02 * RATE);
        let worst = 0;
        for (let at = 0; at + cell <= samples.length; at += cell) {
          const [before, after] = [samples, out].map((each) => power(each.subarray(at, at + cell)));
          if (before > 1e-8) worst = Math.max(worst, Math.abs(decibels(after / before)));
        }
        return worst;
      });
      return [{ what: 'the largest change of any 20 ms', value: Math.max(...most), unit: 'dB', atMost: 0.5 }];
    },
  };
}

function speed(core, cleaned, quick) {
  const seconds = quick ? 20 : 55;
  return {
    name: `clean up: speed, ${seconds} s of mono at 48 kHz with hum, clicks and hiss`,
    bars() {
      const [voice] = voices(seconds);
      const parts = ['hum', 'clicks', 'hiss'].map((kind) => disturbed(voice, kind, 20));
      const take = voice.samples.map((x, n) =>
        parts.reduce((sum, { gain, samples }) => sum + gain * samples[n], x),
      );
      const file = source(floatWav([take]));
      const { findings } = cleaned(take);
      const memory = core.wasmBytes();
      const timed = (work) => {
        const start = performance.now();
        work();
        return seconds / ((performance.now() - start) / 1000);
      };
      const tools = { cleanup: { ...ALL, strength: 'medium', findings } };
      const writes = { write: () => undefined, patch: () => undefined };
      const bounds = Float64Array.of(0, seconds);
      const plain = timed(() =>
        core.cut(source(floatWav([take])), bounds, 'wav', 128, writes, undefined, {
          fades: { inSeconds: 0, outSeconds: 0.01 },
        }),
      );
      const pace = timed(() => core.cut(file, bounds, 'wav', 128, writes, undefined, tools));
      return [
        { what: 'cleaned and written as WAV', value: pace, unit: '× real time', atLeast: 60 },
        { what: 'the same without the tool', value: plain, unit: '× real time' },
        { what: 'searched', value: timed(() => core.findDisturbances(file)), unit: '× real time' },
        {
          what: 'wasm memory grown meanwhile',
          value: (core.wasmBytes() - memory) / MEBIBYTE,
          unit: 'MiB',
          atMost: 4,
        },
      ];
    },
  };
}
