// Audio by its random file name, with ranges, HEAD and conditional requests (RFC 9110 §13, §14). Safari plays nothing
// without a correct answer to `bytes=0-1`.
import type { Middleware } from 'koa';
import rangeParser from 'range-parser';
import { findViewer } from '../accounts/viewer.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notFound } from '../errors.ts';
import { openedAudio } from '../evidence/audioLink.ts';
import { isSealed } from '../evidence/queries.ts';
import { presentedToken } from '../sessions/tokens.ts';
import { BLOB_NAME, type BlobStore, ENVELOPE_NAME, SMALL_NAME } from '../storage/blobs.ts';
import { audibleTrack, type BlobColumn } from '../tracks/fileQueries.ts';
import { mayHearHidden } from '../tracks/policy.ts';
import { mayHearWaiting } from '../uploads/policy.ts';
import { waitingAudio } from '../uploads/queries.ts';
import { isSecure } from './session.ts';

/** Audio the caller may hear. */
interface ServedAudio {
  mimeType: string;
  /** False for pending audio: only for its owner and moderators, never cached. */
  isPublic: boolean;
}

export interface AudioRouteOptions {
  blobs: BlobStore;
  /** Lifetime of direct links to the audio store, in seconds; 0: this server sends the audio itself. */
  linkSeconds?: number;
  /**
   * null for an unknown name and for a forbidden one: both answer 404, so guessing reveals nothing. `opened`: of a link to
   * sealed audio.
   */
  find(
    cookieOrBearer: { cookie: string; authorization: string },
    file: string,
    opened?: string | null,
  ): Promise<ServedAudio | null>;
}

const isAudioName = (file: string) => BLOB_NAME.test(file) || SMALL_NAME.test(file);

const PATH = /^(?:\/aural)?\/audio\/([^/]+)$/;

/** Larger ranges are streamed, so that a thousand slow listeners hold at most 64 MB. */
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
    const served = isAudioName(file)
      ? await find(
          { cookie: ctx.get('Cookie'), authorization: ctx.get('Authorization') },
          file,
          typeof ctx.query.opened === 'string' ? ctx.query.opened : null,
        )
      : null;
    if (!served) throw notFound('Audio');
    // A file name is never reused for other bytes, so it is a strong ETag, and a match needs no access to the store.
    const etag = `"${file}"`;
    const isUnchanged =
      namesCopy(ctx.get('If-None-Match'), etag) && !/\bno-cache\b/.test(ctx.get('Cache-Control'));
    const blob = isUnchanged ? null : await blobs.known(file);
    if (!isUnchanged && !blob) throw notFound('Audio');

    ctx.type = served.mimeType;
    ctx.set('Accept-Ranges', 'bytes');
    ctx.set('ETag', etag);
    if (blob) ctx.set('Last-Modified', new Date(Math.floor(blob.modifiedAt / 1000) * 1000).toUTCString());
    // Browsers cache it but revalidate on each play, so that deleted audio stops playing. Costs one 304 per play.
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
      // Not cached: access is checked each time, and links expire.
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
    // Several ranges, other units and malformed ranges get the whole file, as RFC 9110 §14.2 allows.
    const range = ranges !== -2 && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
    const { start, end } = range ?? { start: 0, end: blob.size - 1 };
    if (range) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${start}-${end}/${blob.size}`);
    }
    ctx.length = end - start + 1;
    if (ctx.method !== 'GET') return;
    if (end - start < AT_ONCE_MAX_BYTES) ctx.body = await blobs.readWhole(file, start, end);
    // Only opened while the client is connected; Koa closes the stream with the answer.
    else if (ctx.writable) ctx.body = await blobs.read(file, start, end);
  };
}

/** Whether `If-None-Match` names the client's copy; it overrides `If-Modified-Since` (§13.2.2). */
const namesCopy = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));

/** A suffix longer than the file is the whole file (§14.1.2); range-parser 1.3 calls it unsatisfiable. */
function wholeSuffix(range: string, size: number): string {
  const suffix = /^bytes=-(\d+)$/.exec(range)?.[1];
  return suffix !== undefined && Number(suffix) > size ? 'bytes=0-' : range;
}

/** Whether `If-Range` names the current version, by ETag or date (§13.1.5). */
function rangeIsValid(ifRange: string, file: string, modifiedAt: number): boolean {
  if (ifRange === '') return true;
  if (ifRange.startsWith('"')) return ifRange === `"${file}"`;
  const date = Date.parse(ifRange);
  return Number.isFinite(date) && Math.floor(modifiedAt / 1000) * 1000 === date;
}

/** The column that names a blob. */
function columnOf(name: string): BlobColumn {
  if (SMALL_NAME.test(name)) return 'small';
  return ENVELOPE_NAME.test(name) ? 'envelope' : 'file';
}

/**
 * Finds a blob by its name: of public tracks for all, of pending audio for its owner and moderators, of sealed audio for the
 * admin with a link to it.
 */
export function audioAccess(deps: Deps): AudioRouteOptions['find'] {
  return async function find(headers, name, opened) {
    const column = columnOf(name);
    const track = await audibleTrack(deps.lookups, column, name);
    if (track?.onlyFor === null) return { mimeType: track.mimeType, isPublic: true };

    const now = deps.now();
    const token = presentedToken(headers, isSecure(deps))?.token;
    const viewer = token ? await findViewer(deps, token, now) : null;
    if (!viewer) return null;
    if (opened) {
      const sealed = await openedAudio(deps, { file: name, opened, viewer, now });
      if (sealed) return { ...sealed, isPublic: false };
    }
    if (track) {
      const mayHear =
        track.onlyFor === 'moderators' ? mayHearHidden(viewer) : track.onlyFor.accountId === viewer.accountId;
      return mayHear ? { mimeType: track.mimeType, isPublic: false } : null;
    }
    const upload = await waitingAudio(deps.lookups, column, name);
    if (!upload || !mayHearWaiting(upload, viewer)) return null;
    // Rejected audio that is sealed as evidence is only for the moderators who answer its appeal.
    const isSecret = upload.status === 'rejected' && (await isSealed(deps.lookups, upload.file));
    if (isSecret && !(upload.is_appealed && mayHearHidden(viewer))) return null;
    return { mimeType: upload.mime_type, isPublic: false };
  };
}
