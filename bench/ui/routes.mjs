// In and out of every route of the app, again and again: what is left behind. Speed does not matter here.
import { readFileSync } from 'node:fs';
import { openPhone } from './browser.mjs';
import { openHouse } from './feedHouse.mjs';

const ROUTER = new URL('../../src/app/router.tsx', import.meta.url);
/** What a page loads once stays: rounds before the first count. */
const WARM_ROUNDS = 3;
/** A page has come, its data is on the way or there, milliseconds. */
const STAY_MS = 40;
const REST_MS = 1000;

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

/** Goes there inside the app, as a link does. */
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
  const house = await openHouse();
  const phone = await openPhone(1);
  const { page } = phone;
  try {
    await page.addInitScript(COUNT_URLS);
    await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable');
    await page.goto(`${house.url}/`);
    await page.locator('article').first().waitFor();
    const routes = everyRoute(house);
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
    for (let warm = 0; warm < WARM_ROUNDS; warm++) await round();
    const before = await left(page, devTools);
    for (let time = 0; time < rounds; time++) await round();
    const after = await left(page, devTools);
    return [
      { what: 'routes', value: routes.length, unit: '' },
      ...Object.keys(before).flatMap((what) => [
        { what: `${what} at the start`, value: before[what], unit: '' },
        {
          what: `${what} more after ${rounds} times in and out`,
          value: after[what] - before[what],
          unit: '',
          atMost: 0,
        },
      ]),
    ];
  } finally {
    await phone.close();
    await house.close();
  }
}
