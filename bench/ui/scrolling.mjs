// A list of thousands, gone through as a person does: to its end as it comes, then once more in strides and leaps.

/** What comes with scrolling asks for it so often, milliseconds. */
const STEP_MS = 60;
const SCROLL_STEP_PX = 700;
/** A list that has not begun to grow after this many checks stays empty. */
const PATIENT_TRIES = 500;

const scrollToShare = (page, share) =>
  page.evaluate((at) => window.scrollTo(0, document.documentElement.scrollHeight * at), share);

/** Scrolls to the end until `known()` says `count`; answers what it says in the end. */
export async function scrollUntil(page, count, known) {
  for (let tries = 0; tries < count && (await known()) < count; tries++) {
    await scrollToShare(page, 1);
    await page.waitForTimeout(STEP_MS);
    if (tries === PATIENT_TRIES && (await known()) === 0) break;
  }
  return known();
}

/** From the top in strides of a finger, then to far places at once. */
export async function scrollThrough(page) {
  await scrollToShare(page, 0);
  await page.mouse.move(180, 400);
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, SCROLL_STEP_PX);
    await page.waitForTimeout(30);
  }
  for (const share of [0.5, 0.9, 0.1, 1]) {
    await scrollToShare(page, share);
    await page.waitForTimeout(300);
  }
}
