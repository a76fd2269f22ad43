// What is wrong with how a page lies on the screen it is shown on: too wide, too small for a finger, a button's words in two
// lines, or an end that a fixed bar covers for good.
import type { Page } from 'playwright/test';

/** The smallest phone, a common one, that one turned, a large one, a desktop. */
export const SCREENS = [
  { width: 320, height: 640 },
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** House rule (WCAG 2.5.8 asks for 24), less a fraction of a pixel. */
const LEAST_PX = 43.4;

/** A line each; none is right. Leaves the page scrolled to its end. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async (least) => {
    const faults: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) faults.push(`wide: ${scrollWidth} of ${innerWidth} px`);

    const open = [...document.querySelectorAll('dialog[open]')].at(-1);
    const root = open ?? document.body;
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
    const isInText = (element: Element) =>
      element.tagName === 'A' && getComputedStyle(element).display === 'inline';
    const controls = [
      ...root.querySelectorAll<HTMLElement>(
        'button, a[href], summary, select, textarea, input:not([type=range], [type=file], [type=hidden])',
      ),
    ].filter(
      (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isInText(each),
    );
    for (const each of controls) {
      const { width, height } = (each.closest('label') ?? each).getBoundingClientRect();
      // A pixel or none is for screen readers alone.
      if (width > 1 && (width < least || height < least))
        faults.push(`small: ${nameOf(each)} ${Math.round(width)} × ${Math.round(height)}`);
    }

    /** Only what has the shape of a button: a pill with a word or two. */
    const pills = controls.filter((each) => Number.parseFloat(getComputedStyle(each).borderRadius) > 99);
    for (const pill of pills) {
      const walker = document.createTreeWalker(pill, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (walker.nextNode()) {
        const { currentNode: text } = walker;
        if (!text.textContent?.trim() || text.textContent.length > 32) continue;
        range.selectNodeContents(text);
        const tops = [...range.getClientRects()].map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 8) faults.push(`two lines: ${nameOf(pill)}`);
      }
    }

    if (open) return faults;
    // What a bar lies on can be scrolled out from under it, but for the end of the page.
    scrollTo(0, document.documentElement.scrollHeight);
    await new Promise((resolve) => setTimeout(resolve, 60));
    for (const each of controls) {
      const { left, right, top, bottom, height } = each.getBoundingClientRect();
      if (height === 0 || top < innerHeight / 2 || bottom > innerHeight || left < 0 || right > innerWidth)
        continue;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      let fixed = hit;
      while (fixed && getComputedStyle(fixed).position !== 'fixed') fixed = fixed.parentElement;
      if (fixed && !fixed.contains(each)) faults.push(`covered: ${nameOf(each)}`);
    }
    return faults;
  }, LEAST_PX);
}
