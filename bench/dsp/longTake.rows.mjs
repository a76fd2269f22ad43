// An hour of WebM/Opus: to peaks compared with ffmpeg's decoder and the browser's, and three regions of it to WAV.
import { spawnSync } from 'node:child_process';
import { fileSource, loadCore } from '../../dsp/cli/node.mjs';
import { openChromium } from '../browser/chromium.mjs';
import { quantile } from '../harness/measure.mjs';
import { longFile } from './longFile.mjs';

const MEBIBYTE = 2 ** 20;
const WASM_MAX_MIB = 64;

/** @param {{ quick: boolean }} options */
export function rows({ quick }) {
  const minutes = quick ? 2 : 60;
  // The check runs everything once first.
  const plan = { rounds: quick ? 1 : 3, warmups: 0 };
  return [
    { ...plan, ...peaksNextToFfmpeg(minutes) },
    { ...plan, ...peaksInChromium(minutes) },
    { ...plan, ...cutInChromium(minutes) },
  ];
}

const near = (seconds, minutes) => Math.abs(seconds - minutes * 60) < 0.03;

function peaksNextToFfmpeg(minutes) {
  const name = `${minutes} min of WebM/Opus to peaks, Node`;
  let core;
  let path;
  const ours = () => {
    const source = fileSource(path);
    const dat = [];
    try {
      return core.peaksDat(source, { write: (bytes) => dat.push(bytes.slice()), patch() {} });
    } finally {
      source.close();
    }
  };
  const theirs = () => {
    const run = spawnSync('ffmpeg', ['-v', 'info', '-nostdin', '-i', path, '-f', 'null', '-']);
    const said = [...String(run.stderr).matchAll(/time=(\d+):(\d+):([\d.]+)/g)].at(-1) ?? [];
    const [, hours, mins, seconds] = said;
    return Number(hours) * 3600 + Number(mins) * 60 + Number(seconds);
  };
  return {
    name,
    unit: 's of audio',
    async check() {
      path = longFile(minutes);
      core = await loadCore();
      const { seconds, pairs, sampleRate } = ours();
      if (!near(seconds, minutes)) throw new Error(`${seconds} s for ${minutes} min`);
      if (pairs !== Math.ceil((seconds * sampleRate) / 256)) throw new Error(`${pairs} pairs`);
      if (!near(theirs(), minutes)) throw new Error(`ffmpeg says ${theirs()} s`);
    },
    ours: { name: 'dsp', run: () => ours().seconds },
    peers: [{ name: 'ffmpeg, decoding only', run: theirs, done: 0.35, goal: 0.7 }],
    bars: () => [
      { what: 'wasm memory', value: core.wasmBytes() / MEBIBYTE, unit: 'MiB', atMost: WASM_MAX_MIB },
    ],
  };
}

async function openWith(minutes) {
  const browser = await openChromium({});
  await browser.choose(longFile(minutes));
  return browser;
}

/** Memory growth of a fresh browser for one task on a chosen file, all its processes together; the middle of three. */
async function growth(minutes, work) {
  const grown = [];
  for (let times = 0; times < 3; times++) grown.push(await growthOnce(minutes, work));
  return quantile(grown, 0.5);
}

async function growthOnce(minutes, work) {
  const browser = await openWith(minutes);
  try {
    // The browser's decoder is loaded from the start; ours is fetched and compiled before measuring.
    await browser.page.evaluate(() => bench.wasmBytes());
    return (await browser.grown(() => work(browser.page))).bytes / MEBIBYTE;
  } finally {
    await browser.close();
  }
}

function inChromium(minutes, { name, ours, theirs, check, done, goal, bars }) {
  let browser;
  const timed = (work) => async () => {
    await work(browser.page);
    return minutes * 60;
  };
  return {
    name,
    unit: 's of audio',
    async check() {
      browser = await openWith(minutes);
      await check(browser.page);
    },
    ours: { name: 'dsp in a worker', run: timed(ours) },
    peers: [{ name: 'decodeAudioData', run: timed(theirs), done, goal }],
    async bars() {
      const wasm = (await browser.page.evaluate(() => bench.wasmBytes())) / MEBIBYTE;
      await browser.close();
      const module = { what: 'wasm memory', value: wasm, unit: 'MiB', atMost: WASM_MAX_MIB };
      if (minutes < 60) return [module, { what: 'memory of the browser', notRun: 'only an hour shows it' }];
      const [ourGrowth, theirGrowth] = [await growth(minutes, ours), await growth(minutes, theirs)];
      return [
        module,
        {
          what: 'browser grows by',
          value: ourGrowth,
          unit: `MiB, with decodeAudioData ${theirGrowth.toFixed(0)}`,
        },
        ...bars(ourGrowth, theirGrowth),
      ];
    },
    close: () => browser?.close(),
  };
}

function peaksInChromium(minutes) {
  const ours = (page) => page.evaluate(() => bench.ourPeaks());
  const theirs = (page) => page.evaluate(() => bench.browserPeaks());
  return inChromium(minutes, {
    name: `${minutes} min of WebM/Opus to peaks, Chromium`,
    ours,
    theirs,
    async check(page) {
      const [a, b] = [await ours(page), await theirs(page)];
      if (!near(a.seconds, minutes) || !near(b.seconds, minutes))
        throw new Error(`${a.seconds} and ${b.seconds} s`);
      if (Math.abs(a.pairs - b.pairs) > 4) throw new Error(`${a.pairs} and ${b.pairs} pairs`);
    },
    done: 1,
    bars: () => [],
  });
}

function cutInChromium(minutes) {
  const at = (fraction) => Math.round(fraction * minutes * 600) / 10;
  const bounds = [0.1, 0.5, 0.9].flatMap((fraction) => [at(fraction), at(fraction) + minutes]);
  const ours = (page) => page.evaluate((cuts) => bench.ourCut(cuts), bounds);
  const theirs = (page) => page.evaluate((cuts) => bench.browserCut(cuts), bounds);
  return inChromium(minutes, {
    name: `three regions out of ${minutes} min of WebM/Opus to WAV, Chromium`,
    ours,
    theirs,
    async check(page) {
      await ours(page);
      await theirs(page);
      const compared = await page.evaluate((cuts) => bench.compareCuts(cuts), bounds);
      if (compared.ours !== compared.theirs)
        throw new Error(`${compared.ours} frames for ${compared.theirs}`);
      if (compared.decibels < 40)
        throw new Error(`the cuts are only ${compared.decibels.toFixed(1)} dB alike`);
    },
    done: 3,
    goal: 10,
    bars: (our, their) => [{ what: 'of its memory, ours', value: our / their, unit: '×', atMost: 1 / 20 }],
  });
}
