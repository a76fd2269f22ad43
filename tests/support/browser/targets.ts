// Touch targets of a page: the boxes of all visible controls, those that are too small, that overlap, or that other
// elements cover.
import type { Page } from 'playwright/test';

/** Our own rule (WCAG 2.5.8 asks for 24). */
const LEAST_PX = 44;
/** A fraction of a pixel is rounding. */
const ROUNDING_PX = 0.6;

export interface TargetFaults {
  count: number;
  small: string[];
  overlapping: string[];
  covered: string[];
}

/** Controls within `scope` that are on the screen. */
export function targetFaults(page: Page, scope: string): Promise<TargetFaults> {
  return page.evaluate(
    ([root, least, rounding]) => {
      const controls = [
        ...document.querySelectorAll<HTMLElement>(
          ['a[href]', 'button', 'input', 'select', '[role=radio]', '[role=slider]']
            .map((each) => `${root} ${each}`)
            .join(','),
        ),
      ].map((element) => ({ element, box: element.getBoundingClientRect() }));
      const seen = controls.filter(
        ({ element, box }) =>
          box.width > 0 &&
          box.height > 0 &&
          box.bottom > 0 &&
          box.top < innerHeight &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      );
      const nameOf = (element: HTMLElement) =>
        `${element.getAttribute('aria-label') ?? element.textContent?.trim()}`.slice(0, 50);
      const small = seen
        .filter(({ box }) => box.width < least - rounding || box.height < least - rounding)
        .map(({ element, box }) => `${nameOf(element)}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
      // A small target set into a large one is no fault: both remain tappable.
      const isNestedIn = (inner: (typeof seen)[number], outer: (typeof seen)[number]) => {
        const { left, right, top, bottom } = inner.box;
        const around = outer.box;
        const lies =
          left >= around.left - rounding &&
          right <= around.right + rounding &&
          top >= around.top - rounding &&
          bottom <= around.bottom + rounding &&
          around.width >= 2 * inner.box.width &&
          around.height >= 2 * inner.box.height;
        if (!lies) return false;
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        // elementFromPoint returns null off the screen.
        return hit === null || inner.element.contains(hit);
      };
      const overlapping: string[] = [];
      for (const [index, one] of seen.entries()) {
        for (const other of seen.slice(index + 1)) {
          if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
          if (isNestedIn(one, other) || isNestedIn(other, one)) continue;
          const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          if (wide > rounding && high > rounding)
            overlapping.push(`${nameOf(one.element)} | ${nameOf(other.element)}`);
        }
      }
      // A tap on the middle of the visible part must reach the control.
      const covered = seen
        .filter(({ element, box }) => {
          const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2;
          const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
          if (box.right < 8 || box.left > innerWidth - 8) return false;
          if (Math.min(innerHeight, box.bottom) - Math.max(0, box.top) < 8) return false;
          const hit = document.elementFromPoint(x, y);
          // The user can scroll a control out from under the fixed bars.
          if (hit?.closest('header, [class*=bar]') && !element.closest('header, [class*=bar]')) return false;
          return hit === null || !(element.contains(hit) || hit.contains(element));
        })
        .map(({ element }) => nameOf(element));
      return { count: seen.length, small, overlapping, covered };
    },
    [scope, LEAST_PX, ROUNDING_PX] as const,
  );
}
