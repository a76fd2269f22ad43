// The sample of the demo pages: one of the demo pieces, rendered on the first request and then cached in memory. It exists in
// every mode, is no track and needs no account.
import { readFile, rm } from 'node:fs/promises';
import type { Middleware } from 'koa';
import { renderFile } from '../demo/renderFile.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';

const PATH = /^(?:\/aural)?\/okayletsgo\.mp3$/;
/** 40 s, 640 kB. */
const PIECE = 'demo-under-your-hand';
const MAX_AGE_SECONDS = 3600;

type SampleDeps = Pick<Deps, 'temporary'>;

async function makeSample({ temporary }: SampleDeps): Promise<Buffer> {
  const path = temporary.path();
  try {
    await renderFile(PIECE, path, new AbortController().signal);
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Serves GET and HEAD of `/okayletsgo.mp3`. The first answer takes about a second; concurrent requests share it. */
export function sampleRoute(deps: SampleDeps): Middleware {
  let made: Promise<Buffer> | null = null;
  return async function sample(ctx, next) {
    if (!PATH.test(ctx.path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new ApiError('method_not_allowed', 'The sample is read with GET or HEAD', {
        headers: { Allow: 'GET, HEAD' },
      });
    }
    made ??= makeSample(deps);
    // After a failure the next request tries again.
    made.catch(() => {
      made = null;
    });
    const bytes = await made;
    ctx.type = 'audio/mpeg';
    ctx.set('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.status = 200;
    ctx.length = bytes.length;
    if (ctx.method === 'GET') ctx.body = bytes;
  };
}
