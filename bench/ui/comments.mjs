// 2,000 comments below a recording on a slow phone: read to the end, then gone through once more.
import { openPhone } from './browser.mjs';
import { openHouse } from './feedHouse.mjs';
import { scrollThrough, scrollUntil } from './scrolling.mjs';

/** The list says how many it has: those near the screen stand in the document. */
const known = (page) =>
  page.evaluate(() => Number(document.querySelector('[data-comment]')?.getAttribute('aria-setsize') ?? 0));
const drawn = (page) => page.evaluate(() => document.querySelectorAll('[data-comment]').length);

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
    const coming = await phone.longestTask(() => scrollUntil(page, count, () => known(page)));
    if (coming.result < count) throw new Error(`only ${coming.result} of ${count} comments came`);
    const going = await phone.longestTask(() => scrollThrough(page));
    const rows = await drawn(page);
    const bar = { unit: 'ms', atMost: 100 };
    return [
      { what: 'really slower', value: await phone.close(), unit: '×' },
      { what: `longest task while ${count} comments come`, value: coming.milliseconds, ...bar },
      { what: `longest task while scrolling through ${count} comments`, value: going.milliseconds, ...bar },
      { what: 'comments in the document', value: rows, unit: '', atMost: 40 },
    ];
  } catch (error) {
    await phone.close();
    throw error;
  } finally {
    await house.close();
  }
}
