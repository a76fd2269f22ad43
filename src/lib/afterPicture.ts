// What may wait until a person sees the answer to their press: fetching what comes next, moving the focus.

/** Calls `work` when the next picture stands, at once where none is made. Answers how to take that back. */
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
