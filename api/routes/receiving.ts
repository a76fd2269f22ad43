// Shared by multipart and resumable uploads: limits on concurrent uploads, disk space and the pace of the body.
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { AddressKeys } from '../action.ts';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { watchPace } from '../middleware/bodyPace.ts';
import type { TemporaryFiles } from '../storage/temporary.ts';
import { giveUpIdle } from '../uploads/transfers.ts';

/** Free disk. Announced bytes are reserved before the first is written, so that concurrent uploads leave enough for the database. */
interface Room {
  /** Bytes that can still be announced; negative when less than the reserve is free. */
  left(): Promise<number>;
  /** Reserves bytes. Call the returned function when they are written or abandoned. Null when there is no room. */
  setAside(bytes: number): Promise<(() => void) | null>;
}

/** `reserveBytes` stay free for the database. */
function createRoom(temporary: Pick<TemporaryFiles, 'freeBytes'>, reserveBytes: number): Room {
  let announced = 0;
  const left = async () => (await temporary.freeBytes()) - reserveBytes - announced;
  return {
    left,
    setAside: async (bytes) => {
      announced += bytes;
      let isOpen = true;
      const giveBack = () => {
        if (isOpen) announced -= bytes;
        isOpen = false;
      };
      try {
        if ((await left()) >= 0) return giveBack;
      } catch (error) {
        giveBack();
        throw error;
      }
      giveBack();
      return null;
    },
  };
}

/** Concurrent uploads per address block, per IPv6 site, and in total. */
const OPEN_PER_ADDRESS = 3;
const OPEN_PER_SITE = 12;
const OPEN_IN_ALL = 64;
/** How long the rest of a refused body is read and dropped, so that the client sees the answer. */
const DRAIN_MS = 10_000;

export interface Receiving {
  /**
   * Reserves `bytes` of disk and runs `work`. Throws `busy` or `storage_full` before it starts. The signal fires if the
   * body arrives too slowly.
   */
  receive<T>(
    ctx: Context,
    from: AddressKeys,
    bytes: number,
    work: (tooSlow: AbortSignal) => Promise<T>,
  ): Promise<T>;
}

/**
 * With `Connection: close`, Node closes the socket after the answer. If bytes still arrive, the system resets the
 * connection and the client may lose the answer. So only our half is closed until the body ends.
 */
function answerBeforeClosing(request: IncomingMessage): void {
  const { socket } = request;
  let isAnswered = false;
  socket.destroySoon = () => {
    isAnswered = true;
    socket.end();
  };
  request.once('close', () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    if (isAnswered) socket.destroySoon();
  });
}

/** Drops the rest of a refused body, and disconnects a client that never ends it. */
export function drain(ctx: Context): void {
  if (ctx.req.readableEnded || ctx.req.destroyed) return;
  answerBeforeClosing(ctx.req);
  ctx.req.unpipe();
  ctx.req.resume();
  const timer = setTimeout(() => ctx.req.destroy(), DRAIN_MS);
  timer.unref();
  ctx.req.once('close', () => clearTimeout(timer));
}

/** Content-Length, or the largest possible upload. */
export function announcedBytes(ctx: Context): number {
  const length = Number(ctx.get('Content-Length'));
  return length > 0 ? Math.min(length, AUDIO_MAX_BYTES) : AUDIO_MAX_BYTES;
}

export const tooSlow = () =>
  new ApiError('too_slow', 'The upload comes too slowly', { headers: { Connection: 'close' } });

type ReceivingDeps = Pick<Deps, 'env' | 'temporary' | 'db' | 'blobs' | 'log' | 'now'>;

export function createReceiving(deps: ReceivingDeps): Receiving {
  const room = createRoom(deps.temporary, deps.env.storageReserveBytes);
  const { rateLimitFactor: factor } = deps.env;
  /** By keyed hash of a block or a site. */
  const open = new Map<string, number>();
  let openInAll = 0;

  const placesOf = ({ key, siteKey }: AddressKeys): [key: string, most: number][] => [
    [`block ${key}`, OPEN_PER_ADDRESS * factor],
    [`site ${siteKey}`, OPEN_PER_SITE * factor],
  ];
  const count = (from: AddressKeys, change: 1 | -1) => {
    openInAll += change;
    for (const [key] of placesOf(from)) {
      const now = (open.get(key) ?? 0) + change;
      if (now === 0) open.delete(key);
      else open.set(key, now);
    }
  };

  return {
    receive: async (ctx, from, bytes, work) => {
      const isFull = placesOf(from).some(([key, most]) => (open.get(key) ?? 0) >= most);
      if (isFull || openInAll >= OPEN_IN_ALL) {
        throw new ApiError('busy', 'Too many uploads at once', { headers: { 'Retry-After': '10' } });
      }
      count(from, 1);
      let giveBack: (() => void) | null = null;
      const slow = new AbortController();
      const stopWatching = watchPace(ctx.req, () => slow.abort(tooSlow()));
      try {
        giveBack = await room.setAside(bytes);
        if (!giveBack && (await giveUpIdle(deps, 'all', bytes)) > 0) giveBack = await room.setAside(bytes);
        if (!giveBack) throw new ApiError('storage_full', 'There is no room left on the server');
        return await work(slow.signal);
      } finally {
        stopWatching();
        giveBack?.();
        count(from, -1);
      }
    },
  };
}
