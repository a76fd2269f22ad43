// The feed on a slow phone: a quarter of this machine's speed, slow 4G, nothing in the cache. What a person waits for
// (web.dev: LCP, INP, CLS), and whether a list of thousands scrolls.
import { openPhone } from './browser.mjs';
import { startFeedServer } from './feedData.mjs';
import { measureLongList } from './longList.mjs';

/** Slow 4G as DevTools and Lighthouse name it: 1.6 Mbit/s down, 0.75 up, 150 ms there and back. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const FAST = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** A visit ends when nothing has moved for so long, milliseconds. */
const SETTLED_MS = 4000;
/** Between two presses: a person looks. */
const LOOKING_MS = 1500;

/** Runs in the page before anything else. */
const WATCH = `globalThis.vitals = { lcp: 0, lcpOf: '', cls: 0, presses: {} };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    vitals.lcp = entry.startTime;
    vitals.lcpOf = entry.element?.tagName ?? '';
  }
}).observe({ type: 'largest-contentful-paint', buffered: true });
let windowOf = { value: 0, first: 0, last: 0 };
new PerformanceObserver((list) => {
  for (const { hadRecentInput, startTime, value } of list.getEntries()) {
    if (hadRecentInput) continue;
    const goesOn = startTime - windowOf.last < 1000 && startTime - windowOf.first < 5000;
    windowOf = goesOn
      ? { ...windowOf, value: windowOf.value + value, last: startTime }
      : { value, first: startTime, last: startTime };
    vitals.cls = Math.max(vitals.cls, windowOf.value);
  }
}).observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) vitals.presses[interactionId] = Math.max(duration, vitals.presses[interactionId] ?? 0);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

async function openVisit(factor, network) {
  const phone = await openPhone(factor, { hasTouch: true });
  await phone.page.addInitScript(WATCH);
  await phone.page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  const devTools = await phone.page.context().newCDPSession(phone.page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', network);
  return phone;
}

/** Taps as a finger does, by the browser's own input; answers the wait to the next picture, milliseconds, at least 16. */
async function tapped(page, control) {
  await control.scrollIntoViewIfNeeded();
  await page.evaluate('vitals.presses = {}');
  await control.tap();
  await page.waitForTimeout(LOOKING_MS);
  const waits = await page.evaluate('Object.values(vitals.presses)');
  // An interaction below the threshold of event timing has no entry.
  return Math.max(16, ...waits);
}

/** The tapped elements of the feed, and their selectors. */
const TAPS = {
  like: (page) => page.locator('article [aria-pressed]').first(),
  filter: (page) => page.getByRole('radio', { name: 'Females' }),
  'all again': (page) => page.getByRole('radio', { name: 'All' }),
  play: (page) => page.getByRole('button', { name: /^Play/ }).first(),
  stop: (page) => page.getByRole('button', { name: /Close the player|Stop/ }).first(),
  'opening a track': (page) => page.locator('article h3 a').first(),
  home: (page) => page.getByRole('navigation').getByRole('link', { name: 'Home' }),
  search: (page) => page.getByRole('navigation').getByRole('link', { name: 'Search' }),
};

async function firstVisit(url, factor) {
  const phone = await openVisit(factor, SLOW_4G);
  const { page } = phone;
  try {
    await page.goto(`${url}/`);
    await page.locator('article').first().waitFor();
    await page.waitForTimeout(SETTLED_MS);
    const { lcp, lcpOf, cls } = await page.evaluate('vitals');
    const waits = {};
    for (const [name, find] of Object.entries(TAPS)) waits[name] = await tapped(page, find(page));
    return { lcp, lcpOf, cls, waits, slower: await phone.close() };
  } catch (error) {
    await phone.close();
    throw error;
  }
}

async function longScroll(url, factor, count) {
  const phone = await openVisit(factor, FAST);
  const { page } = phone;
  try {
    await page.goto(`${url}/category/top_rated`);
    await page.locator('article').first().waitFor();
    return await measureLongList(phone, {
      count,
      noun: 'tracks',
      known: () =>
        page.evaluate(() =>
          Number(document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize') ?? 0),
        ),
      drawn: () => page.locator('article').count(),
      slowed: factor,
    });
  } finally {
    await phone.close();
  }
}

/** @param {{ factor: number, quick: boolean }} options */
export async function measureFeed({ factor, quick }) {
  const tracks = quick ? 400 : 4000;
  const instance = await startFeedServer();
  try {
    const { lcp, lcpOf, cls, waits, slower } = await firstVisit(instance.url, factor);
    const list = await longScroll(instance.url, factor, tracks);
    const inp = { unit: 'ms', atMost: 200 };
    return [
      { what: 'really slower', value: slower, unit: '×' },
      { what: `largest paint (${lcpOf.toLowerCase()})`, value: lcp / 1000, unit: 's', atMost: 2.5 },
      { what: 'layout shift', value: cls, unit: '', atMost: 0.1 },
      // Of so few interactions the slowest is the page's INP (web.dev).
      { what: `INP of ${Object.keys(waits).length} taps`, value: Math.max(...Object.values(waits)), ...inp },
      ...Object.entries(waits).map(([name, value]) => ({ what: `tap: ${name}`, value, ...inp })),
      ...list,
    ];
  } finally {
    await instance.close();
  }
}
