// Shares a URL with the system's share sheet, or copies it to the clipboard.

export type Shared = 'shared' | 'copied' | 'failed';

/** A share sheet that the user closes counts as shared. */
export async function shareAddress(url: string, title: string): Promise<Shared> {
  const sheet = { url, title };
  if (navigator.canShare?.(sheet)) {
    const closed = await navigator.share(sheet).then(
      () => true,
      (error: unknown) => error instanceof Error && error.name === 'AbortError',
    );
    if (closed) return 'shared';
  }
  return navigator.clipboard ? copy(url) : 'failed';
}

const copy = (url: string): Promise<Shared> =>
  navigator.clipboard.writeText(url).then(
    () => 'copied' as const,
    () => 'failed' as const,
  );
