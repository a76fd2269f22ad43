// Defers work until the answer to a press is painted: prefetching, moving the focus.

/** Calls `work` after the next paint, at once where the page is not painted. Answers the cancellation. */
export function afterPicture(work: () => void): () => void {
  if (globalThis.document?.visibilityState !== 'visible') {
    work();
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
