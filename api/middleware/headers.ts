// Security headers of every answer. Pages may only run our own scripts, WebAssembly and workers, and play audio from this
// server and from blobs. Cross-origin isolation keeps SharedArrayBuffer possible.
import helmet from 'helmet';
import type { Middleware } from 'koa';

/** `media`: another origin of audio. */
const isolation = (media: readonly string[]) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        workerSrc: ["'self'"],
        connectSrc: ["'self'", 'blob:', ...media],
        mediaSrc: ["'self'", 'blob:', ...media],
        imgSrc: ["'self'", 'data:', 'blob:'],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Other sites must not learn what people listen to.
    referrerPolicy: { policy: 'no-referrer' },
    // For Internet Explorer and Flash, which are gone: 75 bytes of each answer.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    // Only with `secureOrigin`, so that plain-http installations in a home network stay reachable.
    strictTransportSecurity: false,
  });

export interface HeaderSettings {
  /** The public origin is https, so browsers should insist on it. */
  secureOrigin: boolean;
  /** Another origin of audio, or null. */
  mediaOrigin: string | null;
  /** Whether search engines may list the pages. */
  searchIndexing: boolean;
}

export function headers({ secureOrigin, mediaOrigin, searchIndexing }: HeaderSettings): Middleware {
  const isolate = isolation(mediaOrigin === null ? [] : [mediaOrigin]);
  return async function headers(ctx, next) {
    await new Promise<void>((resolve, reject) => {
      isolate(ctx.req, ctx.res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    ctx.set('Permissions-Policy', 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()');
    // The Restricted To Adults label, read by parental filters.
    ctx.set('Rating', 'RTA-5042-1996-1400-1577-RTA');
    if (!searchIndexing) ctx.set('X-Robots-Tag', 'noindex, nofollow');
    if (secureOrigin) ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    await next();
  };
}
