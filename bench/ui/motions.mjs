// The two motions that the app is known by: a cover that travels from card to player to mini player, and a recording's
// ring that becomes the editor's waveform. DevTools slows the page's thread, whose frames are counted: stopping all
// processes would itself last longer than a frame.
import { openPhone } from './browser.mjs';
import { startFeedServer } from './feedData.mjs';

const FRAME_MS = 1000 / 60;
/** A frame that comes later than this was left out. */
const LATE_MS = 20;
const RECORDED_MS = 3000;
const EMPTY_MS = 1000;
const SETTLED_MS = 800;

/** Runs in the page before anything else: every motion, with the times of its frames. */
const WATCH = `globalThis.motions = [];
globalThis.taps = [];
globalThis.shift = 0;
addEventListener('pointerdown', () => taps.push(performance.now()), true);
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shift += value;
}).observe({ type: 'layout-shift', buffered: true });
const moves = ({ effect }) =>
  effect.pseudoElement?.startsWith('::view-transition-group') && effect.getComputedTiming().duration > 1;
const begin = document.startViewTransition.bind(document);
document.startViewTransition = (update) => {
  const motion = { begun: performance.now(), frames: [], moving: 0 };
  motions.push(motion);
  const transition = begin(update);
  const frame = (time) => {
    if (motion.finished) return;
    motion.frames.push(time);
    requestAnimationFrame(frame);
  };
  transition.ready.then(() => {
    motion.ready = performance.now();
    motion.moving = document.getAnimations().filter(moves).length;
    requestAnimationFrame(frame);
  }, () => {});
  transition.finished.finally(() => {
    motion.finished = performance.now();
  });
  return transition;
};`;

/** Functions, because the page's policy forbids to evaluate strings there. */
const isReady = () => globalThis.motions.at(-1)?.ready !== undefined;
const isFinished = () =>
  globalThis.motions.length > 0 && globalThis.motions.every(({ finished }) => finished);

async function openMotions(url, factor) {
  const phone = await openPhone(1, { watchesHeap: false, serviceWorkers: 'block' });
  const { page } = phone;
  await page.addInitScript(WATCH);
  await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await page.goto(`${url}/`);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: factor });
  return phone;
}

/** The one motion that `press` starts. */
async function motionOf(page, press) {
  await page.evaluate('motions.length = 0');
  await press();
  await page.waitForFunction(isFinished);
  return page.evaluate('motions[0]');
}

/** A tap as soon as it moves; answers how long it moved on, milliseconds. */
async function tapped(page, press, x, y) {
  await page.evaluate('motions.length = taps.length = 0');
  await press();
  await page.waitForFunction(isReady);
  await page.mouse.click(x, y);
  await page.waitForFunction(() => globalThis.motions[0].finished);
  const rest = await page.evaluate('motions[0].finished - taps.at(-1)');
  if (rest < 0) throw new Error('the tap came after the motion');
  return rest;
}

const card = (page) => page.locator('article h3 a').first();
const toSearch = (page) => page.getByRole('navigation').getByRole('link', { name: 'Search' });

async function openFeed(page, url) {
  await page.goto(`${url}/`);
  await card(page).waitFor();
  await page.waitForTimeout(SETTLED_MS);
}

/** From a card to the player, into the mini player of a page without this card, and back to the player. */
async function coverTrips(page, url) {
  await openFeed(page, url);
  const grows = await motionOf(page, () => card(page).click());
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await page.waitForTimeout(SETTLED_MS);
  const shrinks = await motionOf(page, () => toSearch(page).click());
  await page.waitForTimeout(SETTLED_MS);
  const returns = await motionOf(page, () => page.getByRole('link', { name: /^Open the player/ }).click());
  return { grows, shrinks, returns, shift: await page.evaluate('shift') };
}

/** Records; answers the press that ends the recording. */
async function recording(page, url) {
  await page.goto(`${url}/record`);
  await page.getByRole('button', { name: 'Start recording' }).click();
  const stop = page.getByRole('button', { name: 'Stop recording' });
  await stop.waitFor();
  await page.waitForTimeout(RECORDED_MS);
  return () => stop.click();
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const gaps = (times) => times.slice(1).map((time, at) => time - times[at]);
const lateShare = (frames) => (100 * frames.filter((ms) => ms > LATE_MS).length) / frames.length;

function barsOf(name, motions) {
  const frames = motions.flatMap((motion) => gaps(motion.frames));
  if (frames.length < 5 * motions.length) throw new Error(`${name}: ${frames.length} frames, nothing moved`);
  return [
    { what: `${name}: middle frame`, value: middle(frames), unit: 'ms', atMost: FRAME_MS + 1 },
    { what: `${name}: frames above ${LATE_MS} ms`, value: lateShare(frames), unit: '%' },
    {
      what: `${name}: until it moves`,
      value: middle(motions.map((each) => each.ready - each.begun)),
      unit: 'ms',
    },
  ];
}

/** Frames of a page with nothing on it. */
const emptyFrames = (page) =>
  page.evaluate(
    (milliseconds) =>
      new Promise((resolve) => {
        const times = [];
        const next = (time) => {
          times.push(time);
          if (time - times[0] < milliseconds) requestAnimationFrame(next);
          else resolve(times);
        };
        requestAnimationFrame(next);
      }),
    EMPTY_MS,
  );

/** @param {{ factor: number, quick: boolean }} options */
export async function measureMotions({ factor, quick }) {
  const rounds = quick ? 1 : 5;
  const instance = await startFeedServer();
  const { url } = instance;
  const phone = await openMotions(url, factor);
  const { page } = phone;
  try {
    await page.goto(`${url}/robots.txt`);
    const empty = gaps(await emptyFrames(page));
    const trips = [];
    const turns = [];
    const shifts = [];
    for (let round = 0; round < rounds; round++) {
      trips.push(await coverTrips(page, url));
      turns.push(await motionOf(page, await recording(page, url)));
      shifts.push(trips.at(-1).shift, await page.evaluate('shift'));
    }
    await openFeed(page, url);
    const link = await toSearch(page).boundingBox();
    const interrupted = await tapped(page, () => card(page).click(), link.x + 20, link.y + 20);
    const cut = await tapped(page, await recording(page, url), 180, 300);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const still = await coverTrips(page, url);
    await page.evaluate('motions.length = 0');
    await (await recording(page, url))();
    await page.waitForURL('**/audio-editor');
    const stillTurns = await page.evaluate('motions.length');
    return [
      { what: 'an empty page: frames above 20 ms', value: lateShare(empty), unit: '%' },
      ...barsOf(
        'card to player',
        trips.map(({ grows }) => grows),
      ),
      ...barsOf(
        'player to mini player',
        trips.map(({ shrinks }) => shrinks),
      ),
      ...barsOf(
        'mini player to player',
        trips.map(({ returns }) => returns),
      ),
      ...barsOf('ring to waveform', turns),
      { what: 'layout shift', value: Math.max(...shifts), unit: '', atMost: 0 },
      { what: 'a tap ends the cover’s way after', value: interrupted, unit: 'ms', atMost: 200 },
      { what: 'a tap ends the ring’s change after', value: cut, unit: 'ms', atMost: 200 },
      {
        what: 'motions under reduced motion',
        value: stillTurns + still.grows.moving + still.shrinks.moving + still.returns.moving,
        unit: '',
        atMost: 0,
      },
    ];
  } finally {
    await phone.close();
    await instance.close();
  }
}
