// Elements over the waveform, moved by transform, so that a drag never triggers layout.

export function layerElement(className: string | undefined): HTMLElement {
  const made = document.createElement('div');
  made.className = className ?? '';
  return made;
}

/** `left` and `width` in CSS pixels of the whole wave. */
export function placeElement(target: HTMLElement, left: number, width: number): void {
  target.style.transform = `translateX(${left}px)`;
  target.style.width = `${Math.max(0, width)}px`;
}
