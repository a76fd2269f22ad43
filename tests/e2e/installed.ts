// Whether the app's files are stored on a device.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from 'playwright/test';

/** The built app. */
export const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));

const assets = readdirSync(join(WEB, 'assets'))
  .filter((name) => !/\.(?:br|gz)$/.test(name))
  .map((name) => `/assets/${name}`);

/** Paths of all stored files, and whether a service worker controls the page. */
export const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return {
      isControlled: navigator.serviceWorker.controller !== null,
      paths: all.flat().map(({ url }) => new URL(url).pathname),
    };
  });

/** Waits until every file of the app is on the device. */
const installed = (page: Page) =>
  expect
    .poll(
      async () => {
        const { isControlled, paths } = await storedFiles(page);
        return isControlled && assets.every((each) => paths.includes(each));
      },
      { timeout: 60_000 },
    )
    .toBe(true);

/** One visit, until the app is on the device. */
export async function visit(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await installed(page);
}

/** From the next page on, `registered` counts registrations of the service worker, which no request shows. */
export async function countRegistering(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    let count = 0;
    serviceWorker.register = (url, options) => {
      count++;
      return register(url, options);
    };
    Object.defineProperty(window, 'registered', { get: () => count });
  });
  return () => page.evaluate(() => (window as unknown as { registered: number }).registered);
}
