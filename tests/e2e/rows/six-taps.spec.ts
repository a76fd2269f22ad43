// From the red button to "Checking your upload" with one trim: at most six taps of one thumb on a small phone, or six
// key presses.
import { type BrowserContext, expect, type Locator, type Page, test } from 'playwright/test';
import { ownStage, phone, recordedFor } from '../journey.ts';

const MOST_TOUCHES = 6;
/** The thumb of the hand that holds the phone reaches everything below the upper third. */
const OUT_OF_REACH = 1 / 3;
/** CSS pixels that the end handle moves inward. */
const PULL = 90;
const TABS_AT_MOST = 60;

const stage = ownStage();

interface Touch {
  what: string;
  /** Position of the middle from the top, as a share of the screen's height. */
  y: number;
}

/** A thumb that touches only what is visible and within reach, and counts its touches. */
async function thumbOf(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page);
  await page.addInitScript(() => {
    Object.assign(window, { touches: 0 });
    const count = () => Object.assign(window, { touches: Number(Reflect.get(window, 'touches')) + 1 });
    window.addEventListener('touchstart', count, { capture: true });
  });
  const touches: Touch[] = [];
  /** Its middle is within reach and uncovered without scrolling. */
  async function reach(target: Locator, what: string) {
    await expect(target).toBeEnabled();
    // Sliding elements are touched where they stop.
    let before = '';
    await expect
      .poll(async () => {
        const now = JSON.stringify(await target.boundingBox());
        const rests = now === before;
        before = now;
        return rests;
      })
      .toBe(true);
    const box = await target.boundingBox();
    const size = page.viewportSize();
    if (!box || !size) throw new Error(`${what} is not on the screen`);
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const y = place.y / size.height;
    touches.push({ what, y });
    expect(y, `${what} is within reach`).toBeGreaterThanOrEqual(OUT_OF_REACH);
    expect(box.y + box.height, `${what} is on the screen`).toBeLessThanOrEqual(size.height);
    const isOnTop = await target.evaluate((element, { x, y: top }) => {
      const root = element.getRootNode() as Document | ShadowRoot;
      const hit = root.elementFromPoint(x, top);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    }, place);
    expect(isOnTop, `nothing lies over ${what}`).toBe(true);
    return place;
  }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    touches,
    /** As the page itself has counted them. */
    felt: () => page.evaluate(() => Number(Reflect.get(window, 'touches'))),
    async tap(target: Locator, what: string) {
      const { x, y } = await reach(target, what);
      await page.touchscreen.tap(x, y);
    },
    async pullLeft(target: Locator, what: string) {
      const { x, y } = await reach(target, what);
      await send('touchStart', [{ x, y }]);
      for (let step = 1; step <= 12; step++) {
        await send('touchMove', [{ x: x - (PULL * step) / 12, y }]);
        await page.waitForTimeout(16);
      }
      await send('touchEnd', []);
    },
  };
}

const endHandle = (page: Page) => page.getByRole('slider', { name: 'Area 1, end' });
const endOf = async (page: Page) => Number(await endHandle(page).getAttribute('aria-valuenow'));
const recorded = (page: Page) => recordedFor(page, 8);

for (const isFirstVisit of [false, true]) {
  const who = isFirstVisit ? 'a first visit with the age question' : 'a later visit';
  test(`${who} records, trims and publishes with one thumb in six taps`, async ({ browser }) => {
    const { context, page, errors } = await phone(browser, stage.server);
    const thumb = await thumbOf(context, page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    if (!isFirstVisit) await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
    await page.goto('/record');
    await thumb.tap(button('Start recording'), 'record');
    if (isFirstVisit) await thumb.tap(button('Ich bin mindestens 18 Jahre alt'), 'age');
    await recorded(page);
    await thumb.tap(button('Stop recording'), 'stop');
    // The countdown around Edit continues by itself; a tap skips it.
    if (!isFirstVisit) await thumb.tap(button('Edit'), 'edit');
    await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
    await expect(endHandle(page)).toBeVisible();
    const whole = await endOf(page);
    await thumb.pullLeft(endHandle(page), 'handle');
    expect(await endOf(page)).toBeLessThan(whole - 1);
    await thumb.tap(button('Next Step'), 'next step');
    await expect(page.getByRole('heading', { name: 'Share your recording' })).toBeVisible();
    await thumb.tap(button('Publish'), 'publish');
    await expect(page.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();

    const list = thumb.touches.map(({ what, y }) => `${what} ${Math.round(y * 100)} %`).join(', ');
    console.log(`${thumb.touches.length} touches, middle from the top: ${list}`);
    expect(await thumb.felt()).toBe(thumb.touches.length);
    expect(thumb.touches.length).toBeLessThanOrEqual(MOST_TOUCHES);
    expect(errors).toEqual([]);
  });
}

test('records, trims and publishes by keyboard in six presses', async ({ browser }) => {
  const { page, errors } = await phone(browser, stage.server);
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const hasFocus = (target: Locator) =>
    target.evaluate((element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element);
  /** Presses Tab until the focus arrives. */
  async function tabTo(target: Locator, what: string): Promise<void> {
    await expect(target).toBeEnabled();
    for (let tabs = 0; tabs < TABS_AT_MOST; tabs++) {
      if (await hasFocus(target)) return;
      await press('Tab');
    }
    throw new Error(`${what} is not reached by ${TABS_AT_MOST} presses of Tab`);
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/record');
  await tabTo(button('Start recording'), 'record');
  await press('Enter');
  await tabTo(button('Ich bin mindestens 18 Jahre alt'), 'age');
  await press('Enter');
  await recorded(page);
  await tabTo(button('Stop recording'), 'stop');
  await press('Space');
  await tabTo(button('Edit'), 'edit');
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  const whole = await endOf(page);
  await tabTo(endHandle(page), 'handle');
  for (let step = 0; step < 2; step++) await press('ArrowLeft');
  expect(await endOf(page)).toBeLessThan(whole);
  await tabTo(button('Next Step'), 'next step');
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Share your recording' })).toBeVisible();
  await tabTo(button('Publish'), 'publish');
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();
  console.log(`${presses} keys pressed`);
  expect(errors).toEqual([]);
});
