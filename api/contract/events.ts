// What `GET /api/events` sends as it happens, as server-sent events (HTML Standard §9.2): hints to read again, and the
// counters of recordings. Every reader, with or without a session, receives public changes; an account also receives its
// own, and moderators those of the queue. Public changes are gathered in memory for up to a second and name no actor.
import type { TrackView } from './tracks.ts';

/** The counters of a recording, as a visitor sees them. */
export type TrackCounters = Pick<TrackView, 'id' | 'likes' | 'plays' | 'commentsCount'>;

/** Name of an event → its data. */
export interface ServerEvents {
  /** A recording of the caller went live. */
  trackApproved: { trackId: string };
  /** The caller has a new notification. */
  notification: { id: string; type: string };
  /** The caller's notifications or own diary have changed otherwise: read, removed, or written on another device. */
  newsChanged: Record<string, never>;
  /** What waits for review has changed; moderators only. */
  queueChanged: Record<string, never>;
  /**
   * For all readers, at most 50 at once: read these recordings again. `lists`: some were added, removed or edited, so that
   * lists may hold others.
   */
  tracksChanged: { trackIds: string[]; lists: boolean };
  /**
   * At most 50 at once. Not for accounts that hide someone or are about to be deleted: their comment counts may differ, so
   * they receive `tracksChanged`.
   */
  countersChanged: { tracks: TrackCounters[] };
  /** For everybody: comments of this track came, went or were liked. */
  commentsChanged: { trackId: string };
  /** For everybody: what others see of this person. */
  personChanged: { userId: string };
  /** Events were missed and are gone: read everything again. */
  reset: Record<string, never>;
}

export type ServerEventName = keyof ServerEvents;

export const SERVER_EVENT_NAMES: readonly ServerEventName[] = [
  'trackApproved',
  'notification',
  'newsChanged',
  'queueChanged',
  'tracksChanged',
  'countersChanged',
  'commentsChanged',
  'personChanged',
  'reset',
];

/** A line comes at least this often, so that both sides notice a dead connection; milliseconds. */
export const EVENTS_BEAT_MS = 15_000;
/** A reader who joins may say how long it was away, as `?away=MILLISECONDS`: it hears of what all can see since then. */
export const EVENTS_AWAY_MS = 15_000;
/** Missed events that a returning reader still gets; after more, `reset` takes their place. */
export const EVENTS_BACKLOG = 100;
