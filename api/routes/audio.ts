// Audio by its random name: ranges, HEAD and conditional requests as RFC 9110 §13 and §14 ask. Without
// right answers to `bytes=0-1` Safari does not play at all.
import type { Middleware } from 'koa';
import rangeParser from 'range-parser';
import { findViewer } from '../accounts/viewer.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notFound } from '../errors.ts';
import { presentedToken } from '../sessions/tokens.ts';
import { BLOB_NAME, type BlobStore } from '../storage/blobs.ts';
import { audibleTrack, type BlobColumn } from '../tracks/fileQueries.ts';
import { hearsWaiting } from '../uploads/policy.ts';
import { waitingAudio } from '../uploads/queries.ts';
import { isSecure } from './session.ts';

/** What a caller may hear. */
interface ServedAudio {
  mimeType: string;
  /** Waiting audio is for its owner and moderators: never cached. */
  isPublic: boolean;
}

export interface AudioRouteOptions {
  blobs: BlobStore;
  /** null when the name is unknown or not for this caller: both are 404, so a guess learns nothing. */
  /** Seconds an address of the store itself is given out for; 0: everything goes through here. */
  linkSeconds?: number;
  find(cookieOrBearer: { cookie: string; authorization: string }, file: string): Promise<ServedAudio | null>;
}

const PATH = /^(?:\/aural)?\/audio\/([^/]+)$/;

/** Larger ranges are streamed: a thousand listeners who do not read hold 64 MB. */
const AT_ONCE_MAX_BYTES = 64 * 1024;

/** Serves GET and HEAD of `/audio/{file}`. */
export function audioRoute({ blobs, find, linkSeconds = 0 }: AudioRouteOptions): Middleware {
  return async function audio(ctx, next) {
    const file = PATH.exec(ctx.path)?.[1];
    if (file === undefined) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new ApiError('method_not_allowed', 'Audio is read with GET or HEAD', {
        headers: { Allow: 'GET, HEAD' },
      });
    }
    const served = BLOB_NAME.test(file)
      ? await find({ cookie: ctx.get('Cookie'), authorization: ctx.get('Authorization') }, file)
      : null;
    if (!served) throw notFound('Audio');
    // A name is never reused for other bytes, so the name is a strong validator, and who names it needs nothing of the store.
    const etag = `"${file}"`;
    const isKept =
      namesCopy(ctx.get('If-None-Match'), etag) && !/\bno-cache\b/.test(ctx.get('Cache-Control'));
    const blob = isKept ? null : await blobs.known(file);
    if (!isKept && !blob) throw notFound('Audio');

    ctx.type = served.mimeType;
    ctx.set('Accept-Ranges', 'bytes');
    ctx.set('ETag', etag);
    if (blob) ctx.set('Last-Modified', new Date(Math.floor(blob.modifiedAt / 1000) * 1000).toUTCString());
    // Kept, and asked about each time it is played: what was deleted since sounds nowhere any more. Costs one answer
    // without a body, 304, for each play.
    ctx.set('Cache-Control', served.isPublic ? 'public, no-cache' : 'private, no-store');
    ctx.set('Content-Disposition', `inline; filename="${file}"`);
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.status = 200;
    if (!blob || ctx.fresh) {
      ctx.status = 304;
      return;
    }

    const elsewhere =
      linkSeconds > 0 && ctx.method === 'GET'
        ? await blobs.link(file, { mimeType: served.mimeType, seconds: linkSeconds })
        : null;
    if (elsewhere !== null) {
      ctx.status = 307;
      ctx.remove('ETag');
      // Access is checked again each time, and an address that has expired is of no use to anybody.
      ctx.set('Cache-Control', 'private, no-store');
      ctx.set('Location', elsewhere);
      return;
    }
    const wanted =
      ctx.method === 'GET' && rangeIsValid(ctx.get('If-Range'), file, blob.modifiedAt)
        ? ctx.get('Range')
        : '';
    const ranges = wanted === '' ? -2 : rangeParser(blob.size, wholeSuffix(wanted, blob.size));
    if (ranges === -1) {
      ctx.remove('Cache-Control');
      throw new ApiError('range_not_satisfiable', 'The range lies outside the file', {
        headers: { 'Content-Range': `bytes */${blob.size}` },
      });
    }
    // Several ranges, other units and malformed ones may be answered with the whole (RFC 9110 §14.2).
    const range = ranges !== -2 && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
    const { start, end } = range ?? { start: 0, end: blob.size - 1 };
    if (range) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${start}-${end}/${blob.size}`);
    }
    ctx.length = end - start + 1;
    if (ctx.method !== 'GET') return;
    if (end - start < AT_ONCE_MAX_BYTES) ctx.body = await blobs.readWhole(file, start, end);
    // A file is opened for somebody who is there; Koa ends the stream with the answer, however that ends.
    else if (ctx.writable) ctx.body = await blobs.read(file, start, end);
  };
}

/** `If-None-Match` names the copy; a date beside it counts for nothing then (§13.2.2). */
const namesCopy = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));

/** A suffix longer than the file is the whole file (§14.1.2); range-parser 1.3 calls it unsatisfiable. */
function wholeSuffix(range: string, size: number): string {
  const suffix = /^bytes=-(\d+)$/.exec(range)?.[1];
  return suffix !== undefined && Number(suffix) > size ? 'bytes=0-' : range;
}

/** `If-Range` names the version a range continues: our ETag, or a date that is not older (§13.1.5). */
function rangeIsValid(ifRange: string, file: string, modifiedAt: number): boolean {
  if (ifRange === '') return true;
  if (ifRange.startsWith('"')) return ifRange === `"${file}"`;
  const date = Date.parse(ifRange);
  return Number.isFinite(date) && Math.floor(modifiedAt / 1000) * 1000 === date;
}

/** For names of blobs in `column`. */
export function audioAccess(deps: Deps, column: BlobColumn): AudioRouteOptions['find'] {
  return async function find(headers, name) {
    const track = await audibleTrack(deps.lookups, column, name);
    if (track?.onlyFor === null) return { mimeType: track.mimeType, isPublic: true };

    const token = presentedToken(headers, isSecure(deps))?.token;
    const viewer = token ? await findViewer(deps, token, deps.now()) : null;
    if (!viewer) return null;
    if (track)
      return track.onlyFor === viewer.accountId ? { mimeType: track.mimeType, isPublic: false } : null;
    const upload = await waitingAudio(deps.lookups, column, name);
    return upload && hearsWaiting(upload, viewer) ? { mimeType: upload.mime_type, isPublic: false } : null;
  };
}
