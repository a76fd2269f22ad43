// A page in a browser that Playwright does not drive. Clicks are the browser's own input, not
// `element.click()`, so they count as user gestures.

/** Scripts are function bodies; their return values come back as JSON. */
export interface DrivenPage {
  readonly name: string;
  open(url: string): Promise<void>;
  run<T>(body: string): Promise<T>;
  /** Scrolls to the first visible element of the expression `find`, and clicks its middle. */
  click(find: string): Promise<void>;
  close(): Promise<void>;
}

const POLL_MS = 100;

/** Polls until the answer is truthy. Rejects with the page's content after `patienceMs`. */
export async function until<T>(page: DrivenPage, body: string, patienceMs = 30_000): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = await page.run<T>(body);
    if (found) return found;
    if (Date.now() > deadline) {
      const shown = await page.run<string>("return location.pathname + '\\n' + document.body.innerText");
      throw new Error(`${page.name}: never became true: ${body}\nthe page shows ${shown}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** An expression for the first visible, enabled button or link with this accessible name. */
export function button(name: string): string {
  return `[...document.querySelectorAll('button, a, [role=button], summary')].find((it) =>
    !it.disabled && it.getAttribute('aria-disabled') !== 'true' && it.checkVisibility() &&
    (it.getAttribute('aria-label') ?? it.innerText).trim() === ${JSON.stringify(name)})`;
}

/** Where to click for `find`, in CSS pixels of the viewport. */
export function middleOf(find: string): string {
  return `const it = ${find};
    if (!it) return null;
    it.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = it.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };`;
}
