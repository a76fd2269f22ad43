// Moves the focus to the neighbour of a deleted row.

/** Call when the dialog about the row at `index` closes. */
export function focusNear(index: number): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const at = (row: HTMLElement) => Number(row.getAttribute('aria-rowindex')) - 2;
    const next = rows.find((row) => at(row) === index) ?? rows.find((row) => at(row) === index - 1);
    next?.querySelector<HTMLElement>('[data-cell="actions"] button:last-of-type')?.focus();
  }, 50);
}
