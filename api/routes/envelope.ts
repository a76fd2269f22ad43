// Pieces of a spectral envelope: immutable bytes with the same access rules as the recording.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Middleware } from 'koa';
import { PIECE_BYTES } from '../contract/spectralEnvelope.ts';
import { ApiError, notFound } from '../errors.ts';
import { ENVELOPE_NAME } from '../storage/blobs.ts';
import { COMPRESS_MIN_BYTES } from './answers.ts';
import type { AudioRouteOptions } from './audio.ts';

const PATH = /^(?:\/aural)?\/envelope\/([^/]+)\/(0|[1-9]\d{0,4})$/;
/** Caches revalidate after this time, so that a taken-down recording disappears. */
const FRESH_SECONDS = 600;

const compressed = promisify(gzip);

/** Serves GET and HEAD of `/envelope/{blob}/{piece}`; `find` takes names of envelopes. */
export function envelopeRoute({ blobs, find }: AudioRouteOptions): Middleware {
  return async function envelope(ctx, next) {
    const [, name = '', digits] = PATH.exec(ctx.path) ?? [];
    if (digits === undefined) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new ApiError('method_not_allowed', 'Envelopes are read with GET or HEAD', {
        headers: { Allow: 'GET, HEAD' },
      });
    }
    const caller = { cookie: ctx.get('Cookie'), authorization: ctx.get('Authorization') };
    const served = ENVELOPE_NAME.test(name) ? await find(caller, name) : null;
    const blob = served && (await blobs.known(name));
    const start = Number(digits) * PIECE_BYTES;
    if (!served || !blob || start >= blob.size) throw notFound('Envelope');

    ctx.type = 'application/octet-stream';
    // Weak: one tag for the plain and the compressed bytes.
    ctx.set('ETag', `W/"${name}/${digits}"`);
    ctx.set(
      'Cache-Control',
      served.isPublic ? `private, max-age=${FRESH_SECONDS}, immutable` : 'private, no-store',
    );
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.vary('Accept-Encoding');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const bytes = await blobs.readWhole(name, start, Math.min(start + PIECE_BYTES, blob.size) - 1);
    if (bytes.length < COMPRESS_MIN_BYTES || ctx.acceptsEncodings('gzip') !== 'gzip') {
      ctx.body = bytes;
      return;
    }
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = await compressed(bytes);
  };
}
