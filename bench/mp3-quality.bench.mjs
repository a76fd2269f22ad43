// `npm run bench -- mp3-quality [--only WORD]`: our MP3 encoder and LAME at the same constant
// bitrate. Every clip is encoded by both, decoded by ffmpeg (which trims by the tag, so the three
// files are aligned to the sample), and scored by ViSQOL in audio mode (MOS-LQO, 4.73 is the top).
//
// Needs: lame, ffmpeg, Python with the PyPI packages visqol-python and numba (installed into
// bench/.cache on the first run; without them the segmental SNR is printed instead, which says
// nothing about hearing). `CLIPS=DIR` adds the WAV files of a directory; `KBPS=96` changes the rate.
// `SMALL=1`: the small copies of recordings (mono at 24 kHz, 48 kbit/s) on twelve voices, and their speed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCore } from '../dsp/cli/node.mjs';
import { keep } from './harness/report.mjs';
import { makeClips, SAMPLE_RATE, writeWav } from './quality/clips.mjs';
import { readWav, segmentalSnr } from './quality/wav.mjs';

const CACHE = fileURLToPath(new URL('.cache/mp3-quality/', import.meta.url));
const SCORE = fileURLToPath(new URL('quality/score.py', import.meta.url));
const VENV = fileURLToPath(new URL('.cache/visqol/', import.meta.url));
/** Sampling rate ViSQOL's audio mode works at, Hz. */
const SCORED_RATE = 48_000;

const SMALL = process.env.SMALL === '1';
const SPEED_SECONDS = 300;

/** @param {{ quick: boolean, only?: string }} options */
export async function bench({ quick, only }) {
  const kbps = Number(process.env.KBPS ?? (SMALL ? 48 : 128));
  for (const tool of ['lame', 'ffmpeg']) {
    if (spawnSync(tool, ['-version']).error) {
      console.error(`mp3-quality needs ${tool}, which is not installed`);
      process.exitCode = 1;
      return;
    }
  }
  const core = await loadCore();
  mkdirSync(CACHE, { recursive: true });
  const pairs = [];
  for (const path of clipFiles(only)) {
    const name = basename(path, '.wav');
    const reference = decoded(path, `${name}.reference.wav`);
    const ours = SMALL ? encodeSmall(core, path, name, kbps) : encodeOurs(core, path, name, kbps);
    const files = { ours, lame: encodeLame(path, name, kbps) };
    for (const [encoder, file] of Object.entries(files)) {
      const back = decoded(file, `${name}.${encoder}.wav`);
      const frames = [reference, back].map((wav) => readWav(wav).frames);
      if (frames[0] !== frames[1])
        throw new Error(`${encoder} ${name}: ${frames[1]} frames for ${frames[0]}`);
      pairs.push([`${encoder}/${name}`, reference, back]);
    }
  }
  const { metric, scores } = score(pairs, quick);
  report(metric, scores, kbps);
  const facts = SMALL ? { small: speeds(core, kbps) } : {};
  console.log(`\n${keep('mp3-quality', { quick, results: [{ metric, kbps, scores, ...facts }] })}`);
}

function clipFiles(only) {
  const paths = [];
  for (const [name, channels] of Object.entries(makeClips(only, SMALL))) {
    if (channels) paths.push(writeWav(CACHE, name, channels));
    else console.log(`${name}: left out, espeak-ng or ffmpeg is missing`);
  }
  const extra = process.env.CLIPS;
  if (extra) {
    for (const file of readdirSync(extra)) {
      if (file.endsWith('.wav') && (!only || file.includes(only))) paths.push(join(extra, file));
    }
  }
  return paths;
}

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26, ...options });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr ?? done.error}`);
  return done.stdout;
}

function decoded(path, name) {
  const out = join(CACHE, name);
  run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-ar', String(SCORED_RATE), '-c:a', 'pcm_s16le', out]);
  return out;
}

function encodeLame(path, name, kbps) {
  const out = join(CACHE, `${name}.lame.mp3`);
  run('lame', ['--quiet', ...(SMALL ? ['-m', 'm'] : []), '-b', String(kbps), path, out]);
  return out;
}

function encodeSmall(core, path, name, kbps) {
  const bytes = readFileSync(path);
  const source = { size: bytes.length, readAt: (at, length) => bytes.subarray(at, at + length) };
  const parts = [];
  const sink = {
    write: (part) => void parts.push(Buffer.from(part)),
    patch: (at, part) => void parts.push({ at, part: Buffer.from(part) }),
  };
  core.cut(source, Float64Array.of(0, Number.MAX_VALUE), 'small', kbps, sink);
  const file = Buffer.concat(parts.filter(Buffer.isBuffer));
  for (const { at, part } of parts.filter((each) => !Buffer.isBuffer(each))) file.set(part, at);
  const out = join(CACHE, `${name}.ours.mp3`);
  writeFileSync(out, file);
  return out;
}

/** Speed and bytes of five minutes of soft noise from a WAV file; the middle of three rounds. */
function speeds(core, kbps) {
  let state = 1;
  const samples = new Float32Array(SPEED_SECONDS * SAMPLE_RATE);
  for (let n = 1; n < samples.length; n++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    samples[n] = 0.7 * samples[n - 1] + 0.1 * (state / 2 ** 31);
  }
  const path = writeWav(CACHE, 'speed', [samples]);
  const timed = (work) => {
    const [started, used] = [performance.now(), process.cpuUsage()];
    work();
    const { user, system } = process.cpuUsage(used);
    const seconds = [(performance.now() - started) / 1000, (user + system) / 1e6];
    return seconds.map((each) => SPEED_SECONDS / each);
  };
  const [ours, lame] = [
    () => encodeSmall(core, path, 'speed', kbps),
    () => encodeLame(path, 'speed', kbps),
  ].map((work) => [1, 2, 3].map(() => timed(work)).sort(([a], [b]) => a - b)[1]);
  const [small, large] = ['ours', 'lame'].map((who) => statSync(join(CACHE, `speed.${who}.mp3`)).size);
  // LAME is a process of its own, whose processor time is not known here.
  console.log(`speed from WAV, × real time: ours ${ours[0].toFixed(0)}, lame ${lame[0].toFixed(0)}`);
  console.log(`by our processor time: ${ours[1].toFixed(0)}`);
  console.log(`bytes of ${SPEED_SECONDS} s: ours ${small}, lame ${large}`);
  const [speed, processorSpeed] = ours;
  return { ours: speed, oursByProcessor: processorSpeed, lame: lame[0], bytes: { ours: small, lame: large } };
}

function encodeOurs(core, path, name, kbps) {
  const { channels, sampleRate } = readWav(path);
  const encoder = new core.Mp3Encoder(sampleRate, channels.length, kbps);
  const head = encoder.encode(channels);
  const { bytes, firstFrame } = encoder.finish();
  const file = Buffer.concat([head, bytes]);
  file.set(firstFrame, 0);
  const out = join(CACHE, `${name}.ours.mp3`);
  writeFileSync(out, file);
  return out;
}

/** Scores by `encoder/clip`, and what they are. */
function score(pairs, quick) {
  const python = quick ? null : visqolPython();
  if (python) {
    const lines = run(python, [SCORE], { input: JSON.stringify(pairs), stdio: ['pipe', 'pipe', 'pipe'] });
    const entries = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { metric: 'ViSQOL MOS-LQO', scores: Object.fromEntries(entries.map((e) => [e.name, e.moslqo])) };
  }
  console.log('no ViSQOL: segmental SNR in dB, which does not measure perceived quality');
  const scores = pairs.map(([name, reference, back]) => [
    name,
    segmentalSnr(readWav(reference), readWav(back)),
  ]);
  return { metric: 'segmental SNR, dB', scores: Object.fromEntries(scores) };
}

/** A Python that can import ViSQOL, installing it the first time; null where that fails. */
function visqolPython() {
  const own = join(VENV, 'bin', 'python');
  const works = (python) => spawnSync(python, ['-c', 'import visqol']).status === 0;
  if (works('python3')) return 'python3';
  if (existsSync(own) && works(own)) return own;
  console.log('installing visqol-python and numba into bench/.cache (about a minute) …');
  if (spawnSync('python3', ['-m', 'venv', VENV]).status !== 0) return null;
  const pip = spawnSync(own, [
    '-m',
    'pip',
    'install',
    '--quiet',
    'visqol-python==3.8.0',
    'soundfile',
    'numba',
  ]);
  return pip.status === 0 && works(own) ? own : null;
}

function report(metric, scores, kbps) {
  const names = Object.keys(scores).filter((name) => name.startsWith('ours/'));
  console.log(`\n${metric} at ${kbps} kbit/s        ours     lame    difference`);
  let [ours, lame] = [0, 0];
  for (const name of names) {
    const clip = name.slice('ours/'.length);
    const [a, b] = [scores[name], scores[`lame/${clip}`]];
    ours += a / names.length;
    lame += b / names.length;
    console.log(row(clip, a, b));
  }
  console.log(row('mean', ours, lame));
  const verdict = ours - lame >= -0.05 ? 'done' : 'NOT MET';
  if (metric.startsWith('ViSQOL')) console.log(`${verdict} (done: the mean at most 0.05 below LAME's)`);
}

function row(name, a, b) {
  const difference = `${a >= b ? '+' : ''}${(a - b).toFixed(3)}`;
  return `${name.padEnd(32)} ${a.toFixed(3).padStart(7)}  ${b.toFixed(3).padStart(7)}  ${difference.padStart(9)}`;
}
