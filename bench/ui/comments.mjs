// 2,000 comments below a recording on a slow phone: read to the end, then gone through once more.
import { openPhone } from './browser.mjs';
import { startFeedServer } from './feedData.mjs';
import { measureLongList } from './longList.mjs';

/** The list states its length; only the rows near the screen are in the document. */
const known = (page) =>
  page.evaluate(() => Number(document.querySelector('[data-comment]')?.getAttribute('aria-setsize') ?? 0));
const drawn = (page) => page.evaluate(() => document.querySelectorAll('[data-comment]').length);

/** @param {{ factor: number, quick: boolean }} options */
export async function measureComments({ factor, quick }) {
  const count = quick ? 200 : 2000;
  const instance = await startFeedServer();
  const phone = await openPhone(factor);
  const { page } = phone;
  try {
    await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
    await page.goto(`${instance.url}/player/${instance.tracks[0]}`);
    await page.locator('[data-comment]').first().waitFor();
    const list = await measureLongList(phone, {
      count,
      noun: 'comments',
      known: () => known(page),
      drawn: () => drawn(page),
      slowed: factor,
    });
    return [{ what: 'really slower', value: await phone.close(), unit: '×' }, ...list];
  } catch (error) {
    await phone.close();
    throw error;
  } finally {
    await instance.close();
  }
}
