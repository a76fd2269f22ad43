// Enters and leaves every route of the app repeatedly, and counts what remains in memory. Speed does not matter.
import { readFileSync } from 'node:fs';
import { openPhone } from './browser.mjs';
import { startFeedServer } from './feedData.mjs';

const ROUTER = new URL('../../src/app/router.tsx', import.meta.url);
/** What a page loads once stays: rounds before the first count. */
const WARM_ROUNDS = 3;
/** The browser frees a left page some time later, so the largest of these counts is taken, with a round between them. */
const LOOKS = 3;
/** A page has come, its data is on the way or there, milliseconds. */
const STAY_MS = 40;
const REST_MS = 1000;
/** One text node more or less is normal; a leak would be at least one per round. */
const MAY_DIFFER = { nodes: 19 };

/** Every path of the router, with what it needs. */
function everyRoute({ tracks, accounts }) {
  const found = [...readFileSync(ROUTER, 'utf8').matchAll(/<Route path="(\/[^"*]*)"/g)].map(
    ([, path]) => path,
  );
  const ids = { '/category': 'new', '/player': tracks[0], '/profile': accounts[0] };
  return [...new Set(found)].map((path) => path.replace(/:id$/, () => ids[path.slice(0, -'/:id'.length)]));
}

const COUNT_URLS = `globalThis.openUrls = 0;
const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (blob) => { openUrls++; return createObjectURL.call(URL, blob); };
URL.revokeObjectURL = (url) => { openUrls--; return revokeObjectURL.call(URL, url); };`;

/** Navigates inside the app, as a link does. */
const go = (page, path) =>
  page.evaluate((to) => {
    history.pushState({ idx: 1, key: String(Math.random()) }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

async function left(page, devTools) {
  await page.waitForTimeout(REST_MS);
  for (let round = 0; round < 3; round++) await devTools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devTools.send('Performance.getMetrics');
  const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    listeners: of('JSEventListeners'),
    nodes: of('Nodes'),
    workers: page.workers().length,
    'object URLs': await page.evaluate('openUrls'),
  };
}

/** @param {{ quick: boolean }} options */
export async function measureRoutes({ quick }) {
  const rounds = quick ? 3 : 20;
  const instance = await startFeedServer();
  const phone = await openPhone(1);
  const { page } = phone;
  try {
    await page.addInitScript(COUNT_URLS);
    await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable');
    await page.goto(`${instance.url}/`);
    await page.locator('article').first().waitFor();
    // What the app does once it is quiet, or after 30 s at last, stays too: it looks for newer versions of itself.
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    const routes = everyRoute(instance);
    const round = async () => {
      for (const path of routes) {
        await go(page, path);
        await page.waitForTimeout(STAY_MS);
      }
      await go(page, '/');
      await page.locator('article').first().waitFor();
    };
    // A page that never came would leave nothing behind.
    for (const path of routes) {
      await go(page, path);
      await page.locator('main h1, main h2').first().waitFor();
    }
    /** Counts after each of the last `LOOKS` rounds. */
    const most = async (times) => {
      const looks = [];
      for (let time = 1; time <= times; time++) {
        await round();
        if (time > times - LOOKS) looks.push(await left(page, devTools));
      }
      const names = Object.keys(looks[0]);
      return Object.fromEntries(names.map((name) => [name, Math.max(...looks.map((look) => look[name]))]));
    };
    const before = await most(WARM_ROUNDS);
    const after = await most(rounds);
    return [
      { what: 'routes', value: routes.length, unit: '' },
      ...Object.keys(before).flatMap((what) => [
        { what: `${what} at the start`, value: before[what], unit: '' },
        {
          what: `${what} more after ${rounds} times in and out`,
          value: after[what] - before[what],
          unit: '',
          atMost: MAY_DIFFER[what] ?? 0,
        },
      ]),
    ];
  } finally {
    await phone.close();
    await instance.close();
  }
}
