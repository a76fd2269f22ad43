// 2,000 comments below a recording on a slow phone: read to the end, then gone through once more.
import { openPhone } from './browser.mjs';
import { openHouse } from './feedHouse.mjs';

/** What comes with scrolling asks for it so often, milliseconds. */
const STEP_MS = 60;
const SCROLL_STEP_PX = 700;

const shown = (page) => page.locator('[data-comment]').count();

/** @param {{ factor: number, quick: boolean }} options */
export async function measureComments({ factor, quick }) {
  const count = quick ? 200 : 2000;
  const house = await openHouse();
  const phone = await openPhone(factor);
  const { page } = phone;
  try {
    await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
    await page.goto(`${house.url}/player/${house.tracks[0]}`);
    await page.locator('[data-comment]').first().waitFor();
    const coming = await phone.longestTask(async () => {
      for (let tries = 0; tries < count && (await shown(page)) < count; tries++) {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        await page.waitForTimeout(STEP_MS);
      }
    });
    const there = await shown(page);
    if (there < count) throw new Error(`only ${there} of ${count} comments came`);
    const going = await phone.longestTask(async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.mouse.move(180, 400);
      for (let step = 0; step < 60; step++) {
        await page.mouse.wheel(0, SCROLL_STEP_PX);
        await page.waitForTimeout(30);
      }
      for (const share of [0.5, 0.9, 0.1, 1]) {
        await page.evaluate((at) => window.scrollTo(0, document.documentElement.scrollHeight * at), share);
        await page.waitForTimeout(300);
      }
    });
    const bar = { unit: 'ms', atMost: 100 };
    return [
      { what: 'really slower', value: await phone.close(), unit: '×' },
      { what: `longest task while ${count} comments come`, value: coming.milliseconds, ...bar },
      { what: `longest task while scrolling through ${count} comments`, value: going.milliseconds, ...bar },
    ];
  } catch (error) {
    await phone.close();
    throw error;
  } finally {
    await house.close();
  }
}
