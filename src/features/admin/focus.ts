// After a row has gone the keyboard goes on from its neighbour, not from the top of the page.

/** Call when the question about the row at `index` has been answered and its dialog is closing. */
export function focusNear(index: number): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const at = (row: HTMLElement) => Number(row.getAttribute('aria-rowindex')) - 2;
    const next = rows.find((row) => at(row) === index) ?? rows.find((row) => at(row) === index - 1);
    next?.querySelector<HTMLElement>('[data-cell="actions"] button:last-of-type')?.focus();
  }, 50);
}
