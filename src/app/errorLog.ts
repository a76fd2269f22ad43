// Uncaught errors: drops those of browser extensions and service workers, logs each other one once, with its source.

const NOISE = /(chrome|moz|safari(-web)?)-extension:\/\/|ResizeObserver loop|service ?worker/i;

function isNoise(reason: unknown, source = ''): boolean {
  const text = reason instanceof Error ? `${reason.message} ${reason.stack ?? ''}` : String(reason);
  return NOISE.test(`${text} ${source}`);
}

/** Installs the page's error and rejection handlers; answers the removal. */
export function installErrorLog(
  target: Window,
  log: (...parts: unknown[]) => void = console.error,
): () => void {
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    if (!isNoise(event.error ?? event.message, event.filename))
      log('uncaught error', event.error ?? event.message);
  };
  const onRejection = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    if (!isNoise(event.reason)) log('unhandled rejection', event.reason);
  };
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}
