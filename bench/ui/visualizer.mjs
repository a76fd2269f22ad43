// The circle of the player while a voice plays: by analysing the playback, and by the stored envelope. The page's
// own frames, and all processor time of the browser. On a slowed phone neither way reaches its frame rate.
// The costs are therefore compared at full speed first, then on the slow phone.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asBlobs, recordings } from '../api/audio.mjs';
import { fill } from '../api/dataSet.mjs';
import { startServer } from '../api/processes.mjs';
import { openPhone } from './browser.mjs';

/** The bars have suited themselves to the voice, milliseconds. */
const SETTLED_MS = 4000;
const PATIENCE_MS = 120_000;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Runs first in the page: counts the frames drawn, on screen and off, and the time of each. */
const WATCH = `globalThis.painted = { frames: 0, milliseconds: 0 };
let draws = false;
for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
  const { clearRect } = prototype;
  prototype.clearRect = function (...box) {
    draws = true;
    clearRect.apply(this, box);
  };
}
const timed = (work) => (...given) => {
  const start = performance.now();
  draws = false;
  work(...given);
  if (!draws) return;
  painted.milliseconds += performance.now() - start;
  painted.frames++;
};
const { requestAnimationFrame: ask, setTimeout: later } = globalThis;
globalThis.requestAnimationFrame = (work) => ask(timed(work));
globalThis.setTimeout = (work, ...rest) => later(timed(work), ...rest);`;

/** Processor time of a browser's processes so far, by the profile they run on, milliseconds. */
function processorTime(profile) {
  const parts = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const own = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile);
      parts.set(pid, { parent: fields[1], own, ticks: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // It has ended.
    }
  }
  const belongs = (pid) => {
    const part = parts.get(pid);
    return part !== undefined && (part.own || belongs(part.parent));
  };
  let ticks = 0;
  for (const [pid, part] of parts) if (belongs(pid)) ticks += part.ticks;
  return ticks * TICK_MS;
}

/** The service worker fills its cache on a first visit; this bench does not measure the heap. */
const QUIET = { serviceWorkers: 'block', watchesHeap: false };

/** Share of a core that the browser spends in the next `seconds`. */
async function shareOf({ page, profile }, seconds) {
  const [before, since] = [processorTime(profile), performance.now()];
  await page.waitForTimeout(seconds * 1000);
  return (processorTime(profile) - before) / (performance.now() - since);
}

/** What the same file costs on a page with nothing else. */
async function measureSound(url, { seconds, track }) {
  const phone = await openPhone(1, QUIET);
  const { page } = phone;
  try {
    await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
    const asked = page.waitForRequest((request) => request.resourceType() === 'media');
    await page.goto(`${url}/player/${track}`);
    await page.locator('button[aria-label^="Play "]').first().click();
    const address = (await asked).url();
    await page.goto(`${url}/robots.txt`);
    await page.evaluate((source) => {
      globalThis.sound = new Audio(source);
      return globalThis.sound.play();
    }, address);
    await page.waitForTimeout(SETTLED_MS);
    return await shareOf(phone, seconds);
  } finally {
    await phone.close();
  }
}

async function measure(url, { factor, seconds, track, source }) {
  const phone = await openPhone(factor, QUIET);
  const { page } = phone;
  try {
    await page.addInitScript(WATCH);
    if (source === 'none') await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
    // A phone's browser reports what it is; this one must be set.
    await page.addInitScript((isLive) => {
      const real = matchMedia.bind(globalThis);
      globalThis.matchMedia = (query) => {
        const list = real(query);
        if (query.includes('pointer: fine')) Object.defineProperty(list, 'matches', { value: isLive });
        return list;
      };
    }, source === 'live');
    await page.goto(`${url}/player/${track}`);
    await page.locator('button[aria-label^="Play "]').first().click();
    const moving = source === 'none' ? '[data-running=false]' : `[data-source=${source}]`;
    await page.locator(`canvas[data-visualizer]${moving}`).waitFor({ timeout: PATIENCE_MS });
    await page.waitForTimeout(SETTLED_MS);
    await page.evaluate('painted.frames = painted.milliseconds = 0');
    const share = await shareOf(phone, seconds);
    const { frames, milliseconds } = await page.evaluate('painted');
    if (source !== 'none' && frames < seconds)
      throw new Error(`${frames} frames in ${seconds} s: nothing moved`);
    return {
      frame: milliseconds / frames,
      framesPerSecond: frames / seconds,
      share,
      slower: await phone.close(),
    };
  } catch (error) {
    await phone.close();
    throw error;
  }
}

/** A frame within the page's thread, and processor time, of both ways. */
export async function measureVisualizer({ factor, quick }) {
  const data = mkdtempSync(join(tmpdir(), 'aural-ui-visualizer-'));
  const { tracks } = await fill(data, asBlobs(await recordings(1), join(data, 'blobs')));
  const server = await startServer(data);
  try {
    const run = { factor, seconds: quick ? 5 : 12, track: tracks[0] };
    const live = await measure(server.url, { ...run, source: 'live' });
    const stored = await measure(server.url, { ...run, source: 'envelope' });
    const fast = { ...run, factor: 1 };
    const sound = await measureSound(server.url, run);
    const still = await measure(server.url, { ...fast, source: 'none' });
    const fastLive = await measure(server.url, { ...fast, source: 'live' });
    const fastStored = await measure(server.url, { ...fast, source: 'envelope' });
    const used = (of, { share }) => ({
      what: `browser's processor time, ${of}`,
      value: share * 100,
      unit: '% of a core',
    });
    return [
      { what: 'really slower', value: live.slower, unit: '×' },
      { what: 'a frame, live', value: live.frame, unit: 'ms', atMost: 4 },
      { what: 'a frame, by the envelope', value: stored.frame, unit: 'ms', atMost: 4 },
      { what: 'frames a second, live', value: live.framesPerSecond, unit: '' },
      { what: 'frames a second, by the envelope', value: stored.framesPerSecond, unit: '' },
      used('live', live),
      used('by the envelope', stored),
      { what: 'envelope over live, slowed', value: stored.share / live.share, unit: '' },
      { what: 'frames a second, live, full speed', value: fastLive.framesPerSecond, unit: '' },
      { what: 'frames a second, by the envelope, full speed', value: fastStored.framesPerSecond, unit: '' },
      used('only the sound, full speed', { share: sound }),
      used('nothing moves, full speed', still),
      used('live, full speed', fastLive),
      used('by the envelope, full speed', fastStored),
      {
        what: 'envelope over live, full speed, beyond only the sound',
        value: (fastStored.share - sound) / (fastLive.share - sound),
        unit: '',
      },
      {
        what: 'envelope over live, full speed',
        value: fastStored.share / fastLive.share,
        unit: '',
        below: 0.5,
      },
    ];
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
