// Layout problems of a page: too wide, targets too small for a finger, a button label on two lines, an end that a fixed
// bar always covers, a modal with an off-screen exit or with buttons over the focused element, or cut text.
import type { Page } from 'playwright/test';

/** The smallest phone, a common one, that one in landscape, a large one, a desktop. */
export const SCREENS = [
  { width: 320, height: 640 },
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** Our own rule (WCAG 2.5.8 asks for 24), less a fraction of a pixel. */
const LEAST_PX = 43.4;

/** Extra size of the focus ring around a control (`src/app/base.css`). */
const RING_PX = 4;

/** One line per problem; empty is right. Leaves the page scrolled to its end. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(
    async ({ least, ring }) => {
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
        (each) =>
          each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isInText(each),
      );
      for (const each of controls) {
        // Its own size: while it is pressed it is drawn smaller.
        const { offsetWidth: width, offsetHeight: height } = each.closest('label') ?? each;
        // Up to one pixel: only for screen readers.
        if (width > 1 && (width < least || height < least))
          faults.push(`small: ${nameOf(each)} ${width} × ${height}`);
      }

      /** Only button shapes: a pill with a word or two. */
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

      if (open) {
        await Promise.all(open.getAnimations().map(({ finished }) => finished));
        const row = open.querySelector('[data-actions]');
        if (!row) {
          const hidden = open.scrollHeight - open.clientHeight;
          if (hidden > 1) faults.push(`no way out in view: ${hidden} px more than the screen shows`);
          return faults;
        }
        const before = document.activeElement;
        for (const place of [0, open.scrollHeight]) {
          open.scrollTop = place;
          for (const each of row.querySelectorAll('button')) {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom + ring <= innerHeight;
            if (!isWhole || !each.contains(hit)) faults.push(`out of view at ${place}: ${nameOf(each)}`);
          }
        }
        for (const each of controls) {
          if (row.contains(each) || each.matches(':disabled')) continue;
          open.scrollTop = 0;
          each.focus();
          const { bottom } = each.getBoundingClientRect();
          if (bottom + ring > row.getBoundingClientRect().top)
            faults.push(`covered while it has the focus: ${nameOf(each)}`);
        }
        if (before instanceof HTMLElement) before.focus();
        open.scrollTop = 0;
        return faults;
      }
      // Content under a bar can be scrolled out, except at the end of the page.
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
    },
    { least: LEAST_PX, ring: RING_PX },
  );
}

/** Text that a box cuts off, or that lies off-screen beyond scrolling. Names that end in "…" open whole. */
export const cutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) wrong.push(`page: ${scrollWidth} of ${innerWidth} px`);
    const scrolls = (each: Element | null): boolean =>
      each !== null &&
      each !== document.body &&
      (/auto|scroll/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
    for (const each of document.querySelectorAll<HTMLElement>('body *')) {
      if (!each.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const texts = [...each.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim());
      const box = each.getBoundingClientRect();
      if (texts.length === 0 || box.width <= 1 || each.closest('[aria-hidden="true"]')) continue;
      const style = getComputedStyle(each);
      const name = `${each.tagName} ${each.textContent?.trim().slice(0, 40)}`;
      const isCutAcross = style.overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1;
      if (isCutAcross && style.textOverflow !== 'ellipsis') wrong.push(`cut across: ${name}`);
      // A line may extend a little beyond the box that it fills.
      const isClamped = style.webkitLineClamp !== 'none';
      if (style.overflowY === 'hidden' && !isClamped && each.scrollHeight > each.clientHeight * 1.35)
        wrong.push(`cut below: ${name}`);
      if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls(each))
        wrong.push(`off the screen: ${name}`);
    }
    return wrong;
  });
