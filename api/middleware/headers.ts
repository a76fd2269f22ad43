// Security headers of every answer. Pages run our own scripts, WebAssembly and workers, play audio from
// here and from blobs, and nothing else; they are isolated so that SharedArrayBuffer can be an upgrade.
import helmet from 'helmet';
import type { Middleware } from 'koa';

/** `media`: an origin that audio also comes from. */
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
    // What somebody listens to is not told to the next site.
    referrerPolicy: { policy: 'no-referrer' },
    // Set by `secureOrigin` below: a plain-http installation in a home network must stay reachable.
    strictTransportSecurity: false,
  });

export interface HeaderSettings {
  /** People reach this server by https, so browsers may be told to insist on it. */
  secureOrigin: boolean;
  /** Where audio comes from besides here; null: nowhere. */
  mediaOrigin: string | null;
}

export function headers({ secureOrigin, mediaOrigin }: HeaderSettings): Middleware {
  const isolate = isolation(mediaOrigin === null ? [] : [mediaOrigin]);
  return async function headers(ctx, next) {
    await new Promise<void>((resolve, reject) => {
      isolate(ctx.req, ctx.res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    ctx.set('Permissions-Policy', 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()');
    // The label of the Restricted To Adults association, read by filters on children's devices.
    ctx.set('Rating', 'RTA-5042-1996-1400-1577-RTA');
    if (secureOrigin) ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    await next();
  };
}
